/** A new UUID by what every POSIX shell has, macOS's and Alpine's too: `uuidgen` and `/proc` are not everywhere. */
const NEW_UUID = String.raw`od -An -N16 -tx1 /dev/urandom | tr -d ' \n' | sed -E 's/(.{8})(.{4}).(.{3}).(.{3})(.{12})/\1-\2-4\3-8\4-\5/'`

/** Lines of a shell snippet that make the key of one write. */
export const NEW_IDEMPOTENCY_KEY = [
  '# One key for one write: send the same one when you retry it, a new one for the next.',
  `IDEMPOTENCY_KEY=$(${NEW_UUID})`,
]
