-- KEYS nodes, sequence. ARGV node. The node hears from here on; answers the number of the last message before.
local seq = tonumber(redis.call('GET', KEYS[2]) or '0')
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', seq))
redis.call('PERSIST', KEYS[1])
return seq
