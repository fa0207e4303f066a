import type { DocumentContent } from '@/schemas/payments/documents/contract'
import { drawPdf } from './draw-pdf'

/** The bytes of a document's PDF, as they are drawn. */
export function streamPdf(content: DocumentContent): ReadableStream<Uint8Array> {
  const document = drawPdf(content)
  return new ReadableStream({
    start(controller) {
      document.on('data', (bytes: Uint8Array) => controller.enqueue(new Uint8Array(bytes)))
      document.on('end', () => controller.close())
      document.on('error', (error) => controller.error(error))
    },
    cancel() {
      document.destroy()
    },
  })
}
