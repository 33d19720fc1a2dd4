-- KEYS as of lease. Answers {value or nothing, pttl, 1 if a write is under way, the latest end of a settle window that
-- is remembered}. Changes nothing.
local n = now()
local e = epochs()
local value = redis.call('GET', KEYS[1])
if value and string.sub(value, 1, 1 + #e) ~= '1' .. e then value = false end
local pending, settled = 0, 0
for i = 2, #KEYS, 2 do
  local record = control(KEYS[i], n)
  if record.pending then pending = 1 end
  if record.settled and record.settled > settled then settled = record.settled end
end
return {value, value and redis.call('PTTL', KEYS[1]) or 0, pending, settled}
