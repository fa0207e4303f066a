import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { awsKmsKek } from './aws-kms-kek'
import { type FakeKms, KEY_ARN, startFakeKms } from './testing/fake-kms'

const BINDING = { purpose: 'wallet-seed', business: 'b1', seed: 's1', version: '1' }

describe('awsKmsKek', () => {
  let kms: FakeKms
  const kek = () =>
    awsKmsKek(KEY_ARN, {
      endpoint: kms.url,
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
      maxAttempts: 1,
    })

  beforeEach(async () => {
    kms = await startFakeKms()
  })
  afterEach(() => kms.close())

  it('wraps and unwraps through the real SDK, with the binding as EncryptionContext and the region of the ARN', async () => {
    const dataKey = new Uint8Array(32).fill(9)
    const wrapped = await kek().wrap(dataKey, BINDING)
    expect(Buffer.from(wrapped).includes(Buffer.from(dataKey))).toBe(false)
    expect(Buffer.from(await kek().unwrap(wrapped, BINDING))).toEqual(Buffer.from(dataKey))
    expect(kms.seen.map(({ target, context }) => ({ target, context }))).toEqual([
      { target: 'TrentService.Encrypt', context: BINDING },
      { target: 'TrentService.Decrypt', context: BINDING },
    ])
    expect(kms.seen[0]?.authorization).toContain('/eu-west-1/kms/')
  })

  it('says 503 when the key service does not answer', async () => {
    const away = kek()
    await kms.close()
    await expect(away.wrap(new Uint8Array(32), BINDING)).rejects.toMatchObject({
      name: 'ApiError',
      code: 'unavailable',
    })
  })

  it.each([
    ['ThrottlingException', 3],
    ['KMSInternalException', 3],
    ['AccessDeniedException', 1],
    ['DisabledException', 1],
  ])('asks again after %s only where that may help', async (type, calls) => {
    kms.become(type)
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
    const patient = awsKmsKek(KEY_ARN, { endpoint: kms.url, credentials })
    await expect(patient.wrap(new Uint8Array(32), BINDING)).rejects.toMatchObject({ code: 'unavailable' })
    expect(kms.seen).toHaveLength(calls)
  })

  it('names its key, so that what it wrapped can be found again', () => {
    expect(kek().id).toBe(`aws-kms:${KEY_ARN}`)
  })
})
