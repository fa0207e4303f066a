/** One message of server-sent events. `id`: the last that was given, as the format says. */
export type Message = { event: string; data: string; id: string; retryMs: number | undefined }

/**
 * The messages of a stream of server-sent events (WHATWG), as they arrive. A message without an empty line at its end
 * is dropped.
 */
export async function* readSse(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let event = ''
  let data: string[] = []
  let retryMs: number | undefined
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true })
    // A line feed may follow in the next chunk.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id, retryMs }
        event = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const name = colon === -1 ? line : line.slice(0, colon)
      const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'data') data.push(value)
      else if (name === 'event') event = value
      else if (name === 'id' && !value.includes('\0')) id = value
      else if (name === 'retry' && /^\d+$/.test(value)) retryMs = Number(value)
    }
  }
}
