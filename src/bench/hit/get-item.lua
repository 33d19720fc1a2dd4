-- One unsigned GetItem, the same each time: KEY and TABLE come from the environment.
wrk.method = "POST"
wrk.path = "/"
wrk.headers["Content-Type"] = "application/x-amz-json-1.0"
wrk.headers["X-Amz-Target"] = "DynamoDB_20120810.GetItem"
wrk.body = os.getenv("GET_ITEM_BODY")

function done(summary, latency, requests)
  local bad = summary.errors.status + summary.errors.connect + summary.errors.read
    + summary.errors.write + summary.errors.timeout
  io.write(string.format("RESULT %.0f %.0f %d %d\n",
    summary.requests * 1e6 / summary.duration, latency:percentile(99), bad, summary.requests))
end
