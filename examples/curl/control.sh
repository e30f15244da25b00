#!/usr/bin/env bash
# The mock in the hand of a shell: records, clock, faults and requests through the control API. Start the mock first:
#   PRICING_MOCK_CONTROL_TOKEN=my-secret-token npx pricing-mock serve --data empty
#   MOCK_TOKEN=my-secret-token bash control.sh
# Without PRICING_MOCK_CONTROL_TOKEN the server makes a token up and names it when it starts.
set -euo pipefail

url=${MOCK_URL:-http://127.0.0.1:5300}
key=test_curl # any key test_<something> opens a world of its own
json='Content-Type: application/json'

# The service, as a client calls it: path, then whatever curl takes. Prints the status.
service() {
  curl --silent --output /dev/null --write-out '%{http_code}' --header "X-API-KEY: $key" "${@:2}" "$url$1"
}

# The control API, in the same world: method, path and body. Prints the answer, and ends the script on an error. curl
# reads the token from its standard input, so that no list of processes shows it.
control() {
  curl --silent --show-error --fail-with-body --config - --request "$1" --header "X-API-KEY: $key" \
    ${3+--header "$json" --data "$3"} "$url/__mock$2" <<<"header = \"Authorization: Bearer ${MOCK_TOKEN:?}\""
}

# expect <what> <wanted> <got>
expect() {
  if [[ $3 != *"$2"* ]]; then
    echo "FAILED: $1: wanted $2, got $3" >&2
    exit 1
  fi
  echo "ok: $1"
}

control POST /state/reset
id=$(control POST /state/listings '{"sku": "MUG-1", "minPrice": 5, "maxPrice": 9}' | grep -o '"id":"[^"]*"' | cut -d '"' -f 4)
expect 'the listing is there' 200 "$(service "/v1/listings/$id")"

# Time stands still, so the sixth request of the second is refused, however slow this machine is.
control POST /clock/freeze '{"at": "2026-03-01T12:00:00Z"}' >/dev/null
for _ in 1 2 3 4 5; do service /v1/strategies >/dev/null; done
expect 'five requests a second and no more' 429 "$(service /v1/strategies)"
control POST /clock/advance '{"by": "1s"}' >/dev/null
expect 'a second later it is well' 200 "$(service /v1/strategies)"

# The first PATCH of a price meets a service that is down.
control POST /faults '{"kind": "status=503", "match": {"method": "PATCH"}, "times": 1}' >/dev/null
patch() { service "/v1/listings/$id/price" --request PATCH --header "$json" --data '{"minPrice": 6}'; }
expect 'the service is down' 503 "$(patch)"
expect 'the second attempt succeeds' 200 "$(patch)"
expect 'the bound has changed' '"minPrice":6,' "$(control GET "/state/listings/$id")"

# What was asked is asserted by the server.
expect 'the price was set once' '"verified":true' \
  "$(control POST /requests/verify '{"match": {"method": "PATCH", "status": 200, "body": {"minPrice": 6}}, "exactly": 1}')"
expect 'one request was refused' '{"count":1}' "$(control GET '/requests/count?status=429')"

control POST /state/reset
expect 'a reset forgets the listing' 404 "$(service "/v1/listings/$id")"
