#!/bin/sh
# An agent in any language records through the CLI. Run it: sh examples/any-language.sh
set -eu
here=$(dirname "$0")
engram() { node "$here/../bin/engram.js" "$@"; }
id_of() { node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).id'; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
export ENGRAM_DB="file:$folder/memory.db" ENGRAM_AGENT=shell-agent

run=$(engram run start --description "Assign ticket 7" --input ticket=7 --json | id_of)
engram run step "$run" --tool getTicket --arguments '{"id":7}' \
  --result '{"id":7,"title":"Login broken","state":"open","assignee":null}'
engram run step "$run" --tool findExpert --arguments '{"topic":"Login broken"}' --result '{"name":"ada"}'
engram run step "$run" --tool assign --arguments '{"id":7,"to":"ada"}' --result '{"id":7,"assigned":true}'
engram run finish "$run" --outcome success
engram template save --run "$run" --name assign-ticket
engram template approve assign-ticket --yes
engram template run assign-ticket --module "$here/tools.js" --input ticket=8
