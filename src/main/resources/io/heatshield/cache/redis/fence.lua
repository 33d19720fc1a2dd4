-- KEYS value or epoch, control, sequence, channel. ARGV op (begin, commit, cancel, hold, purge), kind (i: item, c: a
-- collection of items, t: a whole table or everything), token, ms (of the pending mark or the settle window), message.
-- Answers the sequence number under which the message was published, or 0; for a begin with a fifth key, that of the
-- nodes, also who hears.
local op, kind, mark, ms = ARGV[1], ARGV[2], 'p' .. ARGV[3], tonumber(ARGV[4])
local n = now()
-- Longer than any value lives, so that an epoch that is gone has no value left that it ended.
local EPOCH_MS = 30 * 24 * 3600 * 1000

local function invalidate()
  redis.call('HDEL', KEYS[2], 'l', 'lu', 'le')
  if kind == 'i' then
    redis.call('UNLINK', KEYS[1])
    return
  end
  local old = redis.call('GET', KEYS[1])
  if kind == 'c' then
    if old then redis.call('SET', KEYS[1], epoch(old), 'PX', COLLECTION_EPOCH_MS) end
    return
  end
  if not old then redis.call('HSET', KEYS[2], 'new', 1) end
  redis.call('SET', KEYS[1], epoch(old), 'PX', EPOCH_MS)
end

local function publish()
  local seq = redis.call('INCR', KEYS[3])
  redis.call('SPUBLISH', KEYS[4], string.format('%.0f', seq) .. ':' .. ARGV[5])
  return seq
end

if op == 'begin' or op == 'hold' then
  invalidate()
  if op == 'hold' then redis.call('HDEL', KEYS[2], 'new') end
  redis.call('HSET', KEYS[2], mark, n + ms)
  live(KEYS[2], ms)
  local seq = publish()
  return KEYS[5] and {seq, redis.call('HKEYS', KEYS[5])} or {seq}
end
local had = redis.call('HDEL', KEYS[2], mark)
if op == 'cancel' then
  -- An epoch that this write alone moved ended no value that is wrong: it may go, once no lease of before is left.
  if kind == 't' and redis.call('HEXISTS', KEYS[2], 'new') == 1 and redis.call('HLEN', KEYS[2]) == 1 then
    redis.call('PEXPIRE', KEYS[1], ms)
    redis.call('PEXPIRE', KEYS[2], ms)
  end
  return {0}
end
invalidate()
redis.call('HDEL', KEYS[2], 'new')
local settled = redis.call('HGET', KEYS[2], 'su')
if not settled or tonumber(settled) < n + ms then redis.call('HSET', KEYS[2], 'su', n + ms) end
live(KEYS[2], ms)
return {had == 0 and publish() or 0}
