import type { Paper } from '@/schemas/payments/documents/contract'
import { drawPaper } from './draw-paper'

/** The bytes of a document's PDF, as they are drawn. */
export function paperStream(paper: Paper): ReadableStream<Uint8Array> {
  const document = drawPaper(paper)
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
