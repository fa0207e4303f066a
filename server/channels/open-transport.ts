import type { ChannelKind } from '@/schemas/channels/words'
import { unsealSecret } from '@/server/custody/secrets'
import { MailBusyError, MailRefusedError } from '@/server/mail/send-error'
import { type Outgoing, openSmtp } from '@/server/mail/smtp'
import { redactSecrets } from '@/server/redact-secrets'
import { type PostResult, postWebhook } from '@/server/webhooks/post-webhook'
import { parseRetryAfterMs } from '@/server/webhooks/retry-schedule'
import { targetUse } from './target-use'
import { truncateText } from './truncate-text'

type ChannelTransport = { send: (message: Outgoing) => Promise<void>; close: () => void }
type Channel = { id: string; kind: ChannelKind; targetSealed: Uint8Array }
export type Post = (request: { url: string; headers: Record<string, string>; body: string }) => Promise<PostResult>

const PAGERDUTY_URLS = {
  pagerduty: 'https://events.pagerduty.com/v2/enqueue',
  pagerduty_eu: 'https://events.eu.pagerduty.com/v2/enqueue',
}
/** The longest pause, even if the destination requests a longer one. */
const MAX_PAUSE_MS = 900_000
const MAX_ANSWER = 120

/** The function that sends messages of a channel. The target is decrypted within this function only. */
export function openTransport({ id, kind, targetSealed }: Channel, post: Post = postWebhook): ChannelTransport {
  if (kind === 'mail') return openMailWay()
  const send = async ({ text }: Outgoing) => {
    const target = Buffer.from(await unsealSecret(targetUse(id), targetSealed)).toString('utf8')
    const request =
      kind === 'pagerduty' || kind === 'pagerduty_eu'
        ? { url: PAGERDUTY_URLS[kind], body: JSON.stringify({ routing_key: target, ...JSON.parse(text) }) }
        : { url: target, body: text }
    requireTaken(await post({ ...request, headers: {} }))
  }
  return { send, close: () => {} }
}

function openMailWay(): ChannelTransport {
  try {
    return openSmtp()
  } catch {
    const refuse = () => Promise.reject(new MailRefusedError('No SMTP_URL is set: this installation sends no email'))
    return { send: refuse, close: () => {} }
  }
}

/**
 * Throws the outcome of a message that was refused. An error about the message itself or its address does not pass with
 * time.
 */
function requireTaken({ httpStatus, error, responseExcerpt, retryAfter }: PostResult): void {
  if (error === null) return
  const answer = responseExcerpt?.trim() ? `: ${truncateText(redactSecrets(responseExcerpt.trim()), MAX_ANSWER)}` : ''
  const problem = `${error}${answer}`
  const isForGood =
    httpStatus !== null && httpStatus >= 300 && httpStatus < 500 && ![408, 425, 429].includes(httpStatus)
  if (isForGood) throw new MailRefusedError(problem)
  const waitMs = parseRetryAfterMs(retryAfter, new Date())
  if (waitMs !== null) throw new MailBusyError(problem, Math.min(waitMs, MAX_PAUSE_MS))
  throw new Error(problem)
}
