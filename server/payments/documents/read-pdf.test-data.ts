import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF, line by line, as a reader shows it. */
export async function readPdf(data: Uint8Array): Promise<{ text: string; pages: number }> {
  const document = await getDocument({ data, verbosity: 0 }).promise
  const lines: string[] = []
  for (let n = 1; n <= document.numPages; n += 1) {
    const { items } = await (await document.getPage(n)).getTextContent()
    lines.push(...items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : [])))
  }
  return { text: lines.join('\n'), pages: document.numPages }
}

export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
