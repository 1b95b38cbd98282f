#!/bin/sh
# The story of docs/templates.md: save, read, try, approve, replay, stop, say so, learn. Run it: sh examples/refund-story.sh
set -eu
here=$(dirname "$0")
engram() { node "$here/../bin/engram.js" "$@"; }
id_of() { node -p 'JSON.parse(require("node:fs").readFileSync(0, "utf8")).id'; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
export ENGRAM_DB="file:$folder/memory.db" ENGRAM_AGENT=alice
desk="$here/refund-desk.mjs"

# What an agent did, as any program records it: order, customer, total, amount.
record() {
  run=$(engram run start --description "Refund order $1" --input order="$1" --json | id_of)
  engram run step "$run" --tool get_order --arguments "{\"id\":\"$1\"}" \
    --result "{\"id\":\"$1\",\"customer\":\"$2\",\"status\":\"delivered\",\"total\":$3}" >/dev/null
  engram run step "$run" --tool refund_order --arguments "{\"id\":\"$1\",\"amount\":$4,\"note\":\"goodwill\"}" \
    --result "{\"ok\":true,\"id\":\"$1\",\"amount\":$4}" >/dev/null
  engram run finish "$run" --outcome success >/dev/null
}
# A replay that stops, or a refusal, is part of the story.
stops() { if "$@"; then echo "it should have stopped" && exit 1; fi; }

record W1003 Ada 228 20
engram template save --run "$run" --name refund-order --module "$desk"
engram template show refund-order
engram template run refund-order --module "$desk" --input order=W1001 --dry-run
engram template approve refund-order --yes

stops engram template run refund-order --module "$desk" --input order=W1001 2>&1
stops engram template run refund-order --module "$desk" --input order=W1001 --input amount=10 --input note=goodwill

engram template edit refund-order --free '1:$.customer' --constant '2:$.note' --reason "the same for every customer"
engram template approve refund-order --yes
engram template run refund-order --module "$desk" --input order=W1001 --input amount=10
stops engram template run refund-order --module "$desk" --input order=W1002 --input amount=10

record W1001 Grace 110 10
engram template learn refund-order --run "$run" --module "$desk"
engram template versions refund-order
engram template diff refund-order
engram template approve refund-order --yes
stops engram template run refund-order --module "$desk" --input order=W1001 --fill 2>&1
engram template compare refund-order
