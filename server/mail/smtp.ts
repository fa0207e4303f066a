import { createHash } from 'node:crypto'
import { createTransport, type Transporter } from 'nodemailer'
import { env, mailFrom } from '@/server/env'
import { MailRefusedError } from './send-error'

/** An email as it is sent. */
export type Outgoing = {
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Emails of the same thread are shown together. */
  thread?: string
}

const CONNECT_MS = 10_000
const ANSWER_MS = 15_000

/** Commands whose refusal is about this email or its recipient. Others are about the server or our login there. */
const OF_THIS_MAIL = ['RCPT TO', 'DATA']

/**
 * Opens a few connections to the mail server of the installation, which the returned function uses. Throws without a
 * mail server.
 */
export function openSmtp(): { send: (mail: Outgoing) => Promise<void>; close: () => void } {
  const { SMTP_URL } = env()
  if (SMTP_URL === undefined) throw new Error('no SMTP_URL is set')
  const transport = createTransport({
    url: SMTP_URL,
    pool: true,
    maxConnections: 4,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { send: (mail) => send(transport, mail), close: () => transport.close() }
}

async function send(transport: Transporter, { id, to, subject, text, html, thread }: Outgoing): Promise<void> {
  const from = mailFrom()
  const domain = from.address.split('@')[1]
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      // Each attempt has the same id, so that a recipient can recognize a duplicate.
      messageId: `<${id}@${domain}>`,
      references: thread && `<${createHash('sha256').update(thread).digest('hex')}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    if (isRefusal(error)) throw new MailRefusedError(error.message, { cause: error })
    throw error
  }
}

function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return false
  const { responseCode, command } = error
  return typeof responseCode === 'number' && responseCode >= 500 && OF_THIS_MAIL.includes(String(command))
}
