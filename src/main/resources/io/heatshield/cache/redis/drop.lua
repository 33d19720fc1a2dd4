-- KEYS nodes, sequence, channel. ARGV node, sequence number that it did not say it heard, message. The node, if it still
-- lives, hears of this before anything by which it could prove that it hears: it joins anew, and drops what it has.
local heard = redis.call('HGET', KEYS[1], ARGV[1])
if not heard or tonumber(heard) >= tonumber(ARGV[2]) then return 0 end
redis.call('HDEL', KEYS[1], ARGV[1])
local seq = redis.call('INCR', KEYS[2])
redis.call('SPUBLISH', KEYS[3], string.format('%.0f', seq) .. ':' .. ARGV[3])
return 1
