import { createHash } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { seal } from '@/server/custody/seal'
import { unseal } from '@/server/custody/unseal'

export const KEY_ARN = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'

const call = z.object({
  KeyId: z.string(),
  EncryptionContext: z.record(z.string(), z.string()),
  Plaintext: z.string().optional(),
  CiphertextBlob: z.string().optional(),
})

type Seen = { target: string; authorization: string; context: Record<string, string> }
/**
 * `works`: holds every key that is named. `silent`: never answers. Anything else: the type of the error that every call
 * gets.
 */
export type KmsMode = 'works' | 'silent' | (string & {})

export type FakeKms = Awaited<ReturnType<typeof startFakeKms>>

/** Statuses of errors that KMS does not answer with 400. */
const STATUS: Record<string, number> = {
  KMSInternalException: 500,
  KeyUnavailableException: 500,
  DependencyTimeoutException: 503,
}

/** A fake of KMS's AWS JSON 1.1 API for Encrypt and Decrypt; its keys authenticate the context, like KMS. */
export async function startFakeKms(initial: KmsMode = 'works') {
  const seen: Seen[] = []
  let mode = initial
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { KeyId, EncryptionContext, Plaintext, CiphertextBlob } = call.parse(
      JSON.parse(Buffer.concat(chunks).toString()),
    )
    const target = String(request.headers['x-amz-target'])
    const key = createHash('sha256').update(KeyId).digest()
    seen.push({ target, authorization: String(request.headers.authorization), context: EncryptionContext })
    if (mode === 'silent') return
    if (mode !== 'works')
      return answer(response, STATUS[mode] ?? 400, { __type: mode, message: 'of account 111122223333' })
    if (target === 'TrentService.Encrypt') {
      const sealed = seal(key, Buffer.from(Plaintext ?? '', 'base64'), EncryptionContext)
      return answer(response, 200, { KeyId, CiphertextBlob: Buffer.from(sealed).toString('base64') })
    }
    try {
      const opened = unseal(key, Buffer.from(CiphertextBlob ?? '', 'base64'), EncryptionContext)
      return answer(response, 200, { KeyId, Plaintext: Buffer.from(opened).toString('base64') })
    } catch {
      return answer(response, 400, { __type: 'InvalidCiphertextException' })
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo // a listening TCP server has this form
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    seen,
    /** The environment variables that a process needs to find it. */
    environment: { AWS_ENDPOINT_URL_KMS: url, AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' },
    become(next: KmsMode): void {
      mode = next
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
}
