export type CaughtMail = {
  id: number
  from: string
  to: string
  subject: string
  at: string
  text: string
  html: string
}

/** The readable parts of a message as our own mailer writes it: headers, and text and HTML perhaps side by side. */
export function readMessage(raw: Buffer): Omit<CaughtMail, 'id' | 'at'> {
  const root = toPart(raw.toString('latin1'))
  const bodies = { text: '', html: '' }
  collect(root, bodies)
  const header = (name: string) => decodeWords(root.headers.get(name) ?? '')
  return { from: header('from'), to: header('to'), subject: header('subject'), ...bodies }
}

type Part = { headers: Map<string, string>; body: string }

/** Bytes as Latin-1 text, so that each sign is one byte until its charset is known. */
function toPart(source: string): Part {
  const end = /\r?\n\r?\n/.exec(source)
  const head = end ? source.slice(0, end.index) : source
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return { headers, body: end ? source.slice(end.index + end[0].length) : '' }
}

function collect({ headers, body }: Part, bodies: { text: string; html: string }): void {
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary) {
    for (const piece of body.split(`--${boundary}`).slice(1)) {
      if (!piece.startsWith('--')) collect(toPart(piece.replace(/^\r?\n/, '')), bodies)
    }
    return
  }
  const text = decodeBody(body, headers.get('content-transfer-encoding') ?? '')
  if (/^text\/html/i.test(type)) bodies.html ||= text
  else if (/^text\/plain/i.test(type)) bodies.text ||= text
}

function decodeBody(body: string, encoding: string): string {
  if (/^base64$/i.test(encoding)) return Buffer.from(body, 'base64').toString('utf8')
  if (/^quoted-printable$/i.test(encoding)) return unquote(body.replace(/=\r?\n/g, ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

function unquote(text: string): string {
  const bytes = text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** `=?UTF-8?Q?…?=` in headers. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString('utf8') : unquote(word.replaceAll('_', ' ')),
    )
}
