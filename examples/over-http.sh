#!/bin/sh
# Any language over HTTP: start the server, record two decisions, ask what to do. Run it: sh examples/over-http.sh
set -eu
command -v curl >/dev/null || { echo "skipped: curl is not installed"; exit 0; }
here=$(dirname "$0")
folder=$(mktemp -d)
server=
stop() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || :; wait "$server" 2>/dev/null || :; fi
  rm -rf "$folder"
}
trap stop EXIT
trap 'exit 1' HUP INT TERM

node "$here/../bin/engram.js" serve --port 0 --db "file:$folder/memory.db" >"$folder/out" &
server=$!
url=
while [ -z "$url" ]; do
  kill -0 "$server" # A server that has ended will not answer.
  sleep 1
  url=$(sed -n 's|.*\(http://127\.0\.0\.1:[0-9]*\).*|\1|p' "$folder/out" | head -n 1)
done

record() {
  curl --silent --fail "$url/api/memories" -H 'content-type: application/json' -H 'X-Engram-Agent: alice' \
    -d "{\"kind\":\"decision\",\"content\":{\"context\":\"api-auth-timeout\",\"action\":\"$1\",\"outcome\":\"$2\"}}" >/dev/null
}
record increase-timeout failure
record retry-with-exponential-backoff success

curl --silent --fail "$url/api/learning/suggest?context=api-auth-timeout" -H 'X-Engram-Agent: alice' |
  grep -q '"recommended":{"action":"retry-with-exponential-backoff"'
echo "recommended: retry-with-exponential-backoff"
