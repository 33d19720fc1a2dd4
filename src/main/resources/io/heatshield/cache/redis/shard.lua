-- KEYS lease, position. ARGV op (hold, release), node, lease ms, position or '', ms for which it is remembered.
-- Answers 1 if the node has the lease, or had it until now.
local holder = redis.call('GET', KEYS[1])
if ARGV[1] == 'release' then
  if holder ~= ARGV[2] then return 0 end
  redis.call('UNLINK', KEYS[1])
  return 1
end
if holder and holder ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
if ARGV[4] ~= '' then
  redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[5])
else
  redis.call('PEXPIRE', KEYS[2], ARGV[5])
end
return 1
