import { once } from 'node:events'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { refuseWebPage } from '../refuse-web-page'
import { MAIL_PAGE, MAIL_SANDBOX } from './page'
import { type CaughtMail, readMessage } from './read-message'

const MAX_KEPT = 200
const MAX_BYTES = 1_000_000
const PORT = 8025

export type MailCatcher = {
  /** For SMTP_URL. */
  smtpUrl: string
  /** Its page. */
  url: string
  close: () => Promise<void>
}

/**
 * Takes the emails of the local stack, to any recipient, and shows them on a page; the newest are kept while it runs.
 */
export async function startMailCatcher(): Promise<MailCatcher> {
  const mails: CaughtMail[] = []
  let count = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The mail is too large.'))
        count += 1
        mails.unshift({ id: count, at: new Date().toISOString(), ...readMessage(Buffer.concat(chunks)) })
        mails.length = Math.min(mails.length, MAX_KEPT)
        done()
      })
    },
  })
  // The stack continues after a broken connection.
  smtp.on('error', () => {})
  const smtpPort = await listen(smtp.listen(0, '127.0.0.1'))
  const page = createServer((request, response) => answer(mails, request, response))
  const pagePort = await listenNear(page)
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    url: `http://127.0.0.1:${pagePort}`,
    close: async () => {
      page.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => page.close(() => resolve())),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
      ])
    },
  }
}

function answer(mails: readonly CaughtMail[], request: IncomingMessage, response: ServerResponse): void {
  const send = (status: number, type: string, body: string, policy: string) =>
    response
      .writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      .end(body)
  const refusal = refuseWebPage(request)
  if (refusal || request.method !== 'GET') {
    return void send(refusal?.status ?? 405, 'text/plain', refusal?.reason ?? 'GET', "default-src 'none'")
  }
  if (request.url === '/') {
    const own =
      "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'"
    return void send(200, 'text/html', MAIL_PAGE, own)
  }
  if (request.url === '/mails') return void send(200, 'application/json', JSON.stringify(mails), "default-src 'none'")
  const id = /^\/mails\/(\d+)\.html$/.exec(request.url ?? '')?.[1]
  const mail = mails.find((one) => String(one.id) === id)
  if (!mail) return void send(404, 'text/plain', 'there is nothing here', "default-src 'none'")
  // A link of an email opens a tab of its own: other sites refuse to be shown in a frame.
  send(
    200,
    'text/html',
    mail.html.replace('<head>', '<head><base target="_blank">'),
    `default-src 'none'; style-src 'unsafe-inline'; sandbox ${MAIL_SANDBOX}`,
  )
}

async function listen(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  if (!isPort(address)) throw new Error('the mail catcher has no port')
  return address.port
}

function isPort(address: ReturnType<Server['address']>): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

/** The usual port of such a page, or any other where it is taken. */
async function listenNear(server: HttpServer): Promise<number> {
  try {
    await once(server.listen(PORT, '127.0.0.1'), 'listening')
  } catch {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  }
  return listen(server)
}
