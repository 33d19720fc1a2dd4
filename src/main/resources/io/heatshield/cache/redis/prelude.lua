-- Times are Redis' own, in milliseconds: no node's clock is compared with another's.
local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

local NEVER = '0000000000000000'

-- The time as an epoch, later than any before.
local function epoch(old)
  local t = redis.call('TIME')
  local e = t[1] * 1000000 + t[2]
  if old and tonumber(old, 16) >= e then e = tonumber(old, 16) + 1 end
  return string.format('%016x', e)
end

-- KEYS[3] and on are pairs of an epoch and a control record: of the table, of everything, then, for an answer, of the
-- items that it was found among. A value or a lease of older epochs is dead.
local function epochs()
  local all = ''
  for i = 3, #KEYS, 2 do all = all .. (redis.call('GET', KEYS[i]) or NEVER) end
  return all
end

-- An epoch of items is kept longer than any answer found among them, from the last lease on: one that is gone has no
-- answer or lease left that a fence would have to end, and so a fence that finds none makes none.
local COLLECTION_EPOCH_MS = 2 * 3600 * 1000

local function keepCollectionEpochs()
  for i = 7, #KEYS, 2 do
    if redis.call('PEXPIRE', KEYS[i], COLLECTION_EPOCH_MS) == 0 then
      redis.call('SET', KEYS[i], epoch(), 'PX', COLLECTION_EPOCH_MS)
    end
  end
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
    elseif field == 'su' then
      found.settled = tonumber(value)
      found.strong = found.settled > n
    elseif string.sub(field, 1, 1) == 'p' and tonumber(value) > n then found.pending = true
    end
  end
  return found
end

-- What the records of what is wider say together.
local function above(n)
  local pending, strong = false, false
  for i = 4, #KEYS, 2 do
    local record = control(KEYS[i], n)
    pending = pending or record.pending
    strong = strong or record.strong
  end
  return pending, strong
end

-- The record lives at least as much longer.
local function live(key, ms)
  if redis.call('PTTL', key) < ms then redis.call('PEXPIRE', key, ms) end
end
