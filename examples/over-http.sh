#!/usr/bin/env bash
# Any language over HTTP: start the server, record a decision twice, ask what to do.
set -euo pipefail
command -v curl >/dev/null || { echo "skipped: curl is not installed"; exit 0; }
folder="$(mktemp -d)"
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$folder"' EXIT

node bin/engram.js serve --port 0 --db "file:$folder/memory.db" >"$folder/out" &
server=$!
until url="$(grep -o 'http://127.0.0.1:[0-9]*' "$folder/out" | head -n 1)" && [ -n "$url" ]; do sleep 0.1; done

record() {
  curl --silent --fail "$url/api/memories" -H 'content-type: application/json' -H 'X-Engram-Agent: alice' \
    -d "{\"kind\":\"decision\",\"content\":{\"context\":\"api-auth-timeout\",\"action\":\"$1\",\"outcome\":\"$2\"}}" >/dev/null
}
record increase-timeout failure
record retry-with-exponential-backoff success

curl --silent --fail "$url/api/learning/suggest?context=api-auth-timeout" -H 'X-Engram-Agent: alice' |
  grep --quiet '"recommended":{"action":"retry-with-exponential-backoff"'
echo "recommended: retry-with-exponential-backoff"
