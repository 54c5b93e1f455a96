-- Every request takes the next path of a file; the file must hold more than are asked for.
local paths = {}
local at = 0

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = path
  end
end

function request()
  at = at + 1
  return wrk.format('GET', paths[at])
end
