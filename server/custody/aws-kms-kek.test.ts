import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { awsKmsKek } from './aws-kms-kek'
import { seal } from './seal'
import { unseal } from './unseal'

const KEY_ARN = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
const BINDING = { purpose: 'wallet-seed', business: 'b1', seed: 's1', version: '1' }

const call = z.object({
  KeyId: z.literal(KEY_ARN),
  EncryptionContext: z.record(z.string(), z.string()),
  Plaintext: z.string().optional(),
  CiphertextBlob: z.string().optional(),
})

/** Speaks KMS's AWS JSON 1.1 for Encrypt and Decrypt, and holds a key under which the context is authenticated as KMS does. */
function fakeKms(key: Uint8Array, seen: { target: string; authorization: string; context: unknown }[]): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { EncryptionContext, Plaintext, CiphertextBlob } = call.parse(JSON.parse(Buffer.concat(chunks).toString()))
    const target = String(request.headers['x-amz-target'])
    seen.push({ target, authorization: String(request.headers.authorization), context: EncryptionContext })
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body))
    if (target === 'TrentService.Encrypt') {
      const sealed = seal(key, Buffer.from(Plaintext ?? '', 'base64'), EncryptionContext)
      return answer(200, { KeyId: KEY_ARN, CiphertextBlob: Buffer.from(sealed).toString('base64') })
    }
    try {
      const opened = unseal(key, Buffer.from(CiphertextBlob ?? '', 'base64'), EncryptionContext)
      return answer(200, { KeyId: KEY_ARN, Plaintext: Buffer.from(opened).toString('base64') })
    } catch {
      return answer(400, { __type: 'InvalidCiphertextException' })
    }
  })
}

describe('awsKmsKek', () => {
  let server: Server
  let seen: { target: string; authorization: string; context: unknown }[]
  const kek = () =>
    awsKmsKek(KEY_ARN, {
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a listening TCP server has this form
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    })

  beforeEach(async () => {
    seen = []
    server = fakeKms(new Uint8Array(32).fill(3), seen)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => new Promise((done) => server.close(done)))

  it('wraps and unwraps through the real SDK, with the binding as EncryptionContext and the region of the ARN', async () => {
    const dataKey = new Uint8Array(32).fill(9)
    const wrapped = await kek().wrap(dataKey, BINDING)
    expect(Buffer.from(wrapped).includes(Buffer.from(dataKey))).toBe(false)
    expect(Buffer.from(await kek().unwrap(wrapped, BINDING))).toEqual(Buffer.from(dataKey))
    expect(seen.map(({ target, context }) => ({ target, context }))).toEqual([
      { target: 'TrentService.Encrypt', context: BINDING },
      { target: 'TrentService.Decrypt', context: BINDING },
    ])
    expect(seen[0]?.authorization).toContain('/eu-west-1/kms/')
  })

  it('refuses a data key of another business', async () => {
    const wrapped = await kek().wrap(new Uint8Array(32), BINDING)
    await expect(kek().unwrap(wrapped, { ...BINDING, business: 'b2' })).rejects.toThrow(
      /^sealed value cannot be opened/,
    )
  })

  it('says 503 when the key service does not answer', async () => {
    const away = kek()
    await new Promise((done) => server.close(done))
    await expect(away.wrap(new Uint8Array(32), BINDING)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'unavailable',
    })
  })

  it('names its key, so that what it wrapped can be found again', () => {
    expect(kek().id).toBe(`aws-kms:${KEY_ARN}`)
  })
})
