-- KEYS barrier. ARGV node. A write to a key of ours: a primary that is none any more, or has lost our slot, refuses it.
redis.call('SET', KEYS[1], ARGV[1], 'PX', 10000)
return 1
