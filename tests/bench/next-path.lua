-- Every request takes the next path of a file, and after the last the first again.
local paths = {}
local at = 0

function init(args)
  for path in io.lines(args[1]) do
    paths[#paths + 1] = path
  end
end

function request()
  at = at % #paths + 1
  return wrk.format('GET', paths[at])
end
