-- KEYS as of lease. ARGV token, life ms, value without its version and epochs. Answers 1 if it was accepted.
local n = now()
local e = epochs()
local item = control(KEYS[2], n)
if item.pending or above(n) then return 0 end
if item.lease ~= ARGV[1] or not item.leased or item.epochs ~= e then return 0 end
redis.call('SET', KEYS[1], '1' .. e .. ARGV[3], 'PX', ARGV[2])
redis.call('HDEL', KEYS[2], 'l', 'lu', 'le')
return 1
