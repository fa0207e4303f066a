/**
 * Lines of a shell snippet that create the key of one write. `openssl` is installed on macOS, on most Linux systems and
 * with Git for Windows; `uuidgen` is not.
 */
export const NEW_IDEMPOTENCY_KEY = [
  '# One key for one write: send the same one when you retry it, a new one for the next.',
  'IDEMPOTENCY_KEY=$(openssl rand -hex 16)',
]
