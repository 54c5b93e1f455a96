-- Every request tries another account with a wrong password.
local at = 0

function request()
  at = at + 1
  local body = string.format('{"email":"nobody-%d@example.test","password":"a wrong password"}', at)
  return wrk.format('POST', nil, { ['content-type'] = 'application/json' }, body)
end
