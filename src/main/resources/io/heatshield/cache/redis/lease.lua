-- KEYS value, control, then pairs of an epoch and a control record. ARGV token, lease ms, '1' for a refresh.
-- Answers {0, strong} granted; {1, value, pttl}; {2} pending; {3, strong} held by another.
local n = now()
local e = epochs()
if ARGV[3] == '0' then
  local value = redis.call('GET', KEYS[1])
  if value and string.sub(value, 1, 1 + #e) == '1' .. e then
    return {1, value, redis.call('PTTL', KEYS[1])}
  end
end
local item = control(KEYS[2], n)
local widerPending, widerStrong = above(n)
if item.pending or widerPending then return {2} end
local strong = (item.strong or widerStrong) and 1 or 0
if item.lease and item.leased and item.lease ~= ARGV[1] and item.epochs == e then return {3, strong} end
keepCollectionEpochs()
redis.call('HSET', KEYS[2], 'l', ARGV[1], 'lu', n + ARGV[2], 'le', epochs())
live(KEYS[2], tonumber(ARGV[2]))
return {0, strong}
