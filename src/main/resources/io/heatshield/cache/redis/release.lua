-- KEYS control. ARGV token.
if redis.call('HGET', KEYS[1], 'l') == ARGV[1] then redis.call('HDEL', KEYS[1], 'l', 'lu', 'le') end
return 0
