import { describe, expect, it } from 'vitest'
import { lazyPart } from './lazy-part'

describe('lazyPart', () => {
  it('loads once, whoever asks and how often', async () => {
    let loads = 0
    const part = lazyPart(async () => ({ load: ++loads }))
    expect(part.read()).toBeNull()
    expect(await Promise.all([part.load(), part.load()])).toEqual([{ load: 1 }, { load: 1 }])
    expect(await part.load()).toEqual({ load: 1 })
    expect(part.read()).toEqual({ load: 1 })
  })

  it('loads again after a load that failed', async () => {
    let isOnline = false
    const part = lazyPart(async () => {
      if (!isOnline) throw new Error('no network')
      return { name: 'form' }
    })
    await expect(part.load()).rejects.toThrow('no network')
    expect(part.read()).toBeNull()
    isOnline = true
    expect(await part.load()).toEqual({ name: 'form' })
  })
})
