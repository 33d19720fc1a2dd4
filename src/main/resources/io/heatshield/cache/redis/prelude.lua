-- Times are Redis' own, in milliseconds: no node's clock is compared with another's.
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

local NEVER = '0000000000000000'

-- The epochs of the table and of everything: a value or a lease of older ones is dead.
local function epochs(ofTable, ofAll)
  return (redis.call('GET', ofTable) or NEVER) .. (redis.call('GET', ofAll) or NEVER)
end

-- A control record: l, lu, le are the lease's token, end and epochs; su is the end of the settle window; each p<token>
-- is the end of a pending write.
local function control(key, n)
  local found = {pending = false, strong = false, leased = false}
  local all = redis.call('HGETALL', key)
  for i = 1, #all, 2 do
    local field, value = all[i], all[i + 1]
    if field == 'l' then found.lease = value
    elseif field == 'lu' then found.leased = tonumber(value) > n
    elseif field == 'le' then found.epochs = value
    elseif field == 'su' then found.strong = tonumber(value) > n
    elseif string.sub(field, 1, 1) == 'p' and tonumber(value) > n then found.pending = true
    end
  end
  return found
end

-- The record lives at least as much longer.
local function live(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end
