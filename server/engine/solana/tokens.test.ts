import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  associatedAddress,
  createAssociated,
  mintTo,
  TOKEN_2022_PROGRAM_ID,
} from '@/packages/solana-rpc/token-instructions'
import { CLUSTER_ID, rowOf, runEngine, SOL } from '@/server/testing/local-solana'
import { requireChain } from '@/server/testing/require-chain'
import { openSolanaWorld, type SolanaWorld, someone } from '@/server/testing/solana-world'
import { estimateSolanaFee } from './estimate-solana-fee'
import { authority, EXTENSIONS, type Extension, key } from './token-extensions.test-data'

// Slots run in real time here, so a busy machine needs longer limits.
let world: SolanaWorld

beforeAll(async () => {
  world = await openSolanaWorld()
})
afterAll(() => world.close())

const DECIMALS = 6
const FEE = 10_000n

/** A Token-2022 mint with one extension. The faucet holds every authority. */
async function newMint({ bytes, data, freezable }: Extension): Promise<PublicKey> {
  const mint = Keypair.generate()
  const space = 166 + 4 + bytes
  const own = (content: number[]) =>
    new TransactionInstruction({
      programId: TOKEN_2022_PROGRAM_ID,
      keys: [{ pubkey: mint.publicKey, isSigner: false, isWritable: true }],
      data: Buffer.from(content),
    })
  const create = SystemProgram.createAccount({
    fromPubkey: authority(),
    newAccountPubkey: mint.publicKey,
    lamports: await world.solana.connection.getMinimumBalanceForRentExemption(space),
    space,
    programId: TOKEN_2022_PROGRAM_ID,
  })
  await world.solana.run(
    [create, own(data()), own([20, DECIMALS, ...key(), ...(freezable ? [1, ...key()] : [0])])],
    [mint],
  )
  return mint.publicKey
}

async function give(mint: PublicKey, owner: string, units: bigint): Promise<void> {
  const token = { mint, programId: TOKEN_2022_PROGRAM_ID }
  const to = new PublicKey(owner)
  await world.solana.run([
    createAssociated(token, { payer: authority(), owner: to }),
    mintTo(token, { authority: authority(), owner: to, units }),
  ])
}

async function unitsOf(mint: PublicKey, owner: string): Promise<string> {
  const account = associatedAddress(new PublicKey(owner), { mint, programId: TOKEN_2022_PROGRAM_ID })
  return (await world.solana.connection.getTokenAccountBalance(account)).value.amount
}

describe('Token-2022 extensions', () => {
  test.each([
    ['no way to transfer it', 'cannot be transferred'],
    ['interest', 'bears interest, so that its amounts differ from its units'],
    ['a transfer hook', 'runs another program on each transfer'],
  ] as const)('refuses a token with %s', async (name, reason) => {
    const mint = await newMint(EXTENSIONS[name])
    const wallet = await world.business.newWallet()
    const refused = world.business.transfer(wallet, someone(), '1', { tokenAddress: mint.toBase58() })
    await expect(refused).rejects.toMatchObject({ code: 'invalid', errors: [`tokenAddress: the token ${reason}`] })
  })

  test('a token with a transfer fee is refused with the code that EVM transfers fail with', async () => {
    const mint = await newMint(EXTENSIONS['a transfer fee'])
    const wallet = await world.business.newWallet()
    const refused = world.business.transfer(wallet, someone(), '1', { tokenAddress: mint.toBase58() })
    await expect(refused).rejects.toMatchObject({
      code: 'failed',
      reason: 'token_takes_fee',
      param: 'tokenAddress',
      message: 'The token takes a fee of each transfer, so that the recipient would get less',
    })
  })

  test.each([
    ['a transfer fee of nothing', 182],
    ['a permanent delegate', 170],
    ['an empty transfer hook', 175],
    ['a close authority', 170],
    ['confidential transfers', 170],
    ['a metadata pointer', 170],
  ] as const)('a token with %s arrives to the unit, in an account of the planned size', async (name, bytes) => {
    const mint = await newMint(EXTENSIONS[name])
    const [wallet, recipient] = [await world.business.newWallet(), someone()]
    await give(mint, wallet, 3_000_000n)
    const id = await world.business.transfer(wallet, recipient, '1.234567', { tokenAddress: mint.toBase58() })
    const worst = await estimateSolanaFee(await requireChain(CLUSTER_ID), { tokenAddress: mint.toBase58() })
    await runEngine()
    const rent = BigInt(await world.solana.connection.getMinimumBalanceForRentExemption(bytes))
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', feeWei: FEE + rent })
    expect(worst).toBe(FEE + 250_000n + rent)
    expect(await unitsOf(mint, recipient)).toBe('1234567')
  })

  test('a new account that starts frozen ends the transfer before any fee is paid', async () => {
    const mint = await newMint(EXTENSIONS['accounts that start frozen'])
    const wallet = await world.business.newWallet()
    const token = { mint, programId: TOKEN_2022_PROGRAM_ID }
    const owner = new PublicKey(wallet)
    await world.solana.run([
      createAssociated(token, { payer: authority(), owner }),
      new TransactionInstruction({
        programId: TOKEN_2022_PROGRAM_ID,
        keys: [associatedAddress(owner, token), mint, authority()].map((pubkey, index) => ({
          pubkey,
          isSigner: index === 2,
          isWritable: index === 0,
        })),
        data: Buffer.of(11),
      }),
    ])
    await give(mint, wallet, 5_000_000n)
    const id = await world.business.transfer(wallet, someone(), '1', { tokenAddress: mint.toBase58() })
    await runEngine()
    expect(await rowOf(id)).toMatchObject({
      status: 'FAILED',
      txHash: null,
      error: "The wallet's or the recipient's account of this token is frozen",
    })
  })

  test('a recipient who asks for a memo gets one', async () => {
    const mint = await newMint(EXTENSIONS['a close authority'])
    const [wallet, recipient] = [await world.business.newWallet(), Keypair.generate()]
    await give(mint, wallet, 5_000_000n)
    await give(mint, recipient.publicKey.toBase58(), 1n)
    const address = associatedAddress(recipient.publicKey, { mint, programId: TOKEN_2022_PROGRAM_ID })
    const [account, owner] = [
      { pubkey: address, isSigner: false, isWritable: true },
      { pubkey: recipient.publicKey, isSigner: true, isWritable: false },
    ]
    const payer = { pubkey: authority(), isSigner: true, isWritable: true }
    const system = { pubkey: SystemProgram.programId, isSigner: false, isWritable: false }
    await world.solana.run(
      [
        new TransactionInstruction({
          programId: TOKEN_2022_PROGRAM_ID,
          keys: [account, payer, system, owner],
          data: Buffer.of(29, 8, 0),
        }),
        new TransactionInstruction({
          programId: TOKEN_2022_PROGRAM_ID,
          keys: [account, owner],
          data: Buffer.of(30, 0),
        }),
      ],
      [recipient],
    )
    const id = await world.business.transfer(wallet, recipient.publicKey.toBase58(), '1', {
      tokenAddress: mint.toBase58(),
    })
    await runEngine()
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', error: null })
    expect(await unitsOf(mint, recipient.publicKey.toBase58())).toBe('1000001')
  })
})

describe('recipients', () => {
  const refusal = (errors: string[]) => ({ code: 'invalid', errors })

  test('refuses recipients whose address would lose the money', async () => {
    const wallet = await world.business.newWallet()
    const usdc = world.solana.tokenOf('USDC')
    await world.solana.fundToken('USDC', wallet, 5n)
    const tokenAccount = associatedAddress(new PublicKey(wallet), usdc).toBase58()
    const [offCurve] = PublicKey.findProgramAddressSync([Buffer.from('nobody')], usdc.programId)
    const cases: [string, string][] = [
      ['0x000000000000000000000000000000000000dEaD', 'must be a Solana address'],
      ['1111111111111111111111111111111', 'must be a Solana address'],
      ['l1111111111111111111111111111111', 'must be a Solana address'],
      [tokenAccount, `is a token account; give the wallet that owns it (${wallet})`],
      [usdc.mint.toBase58(), 'is a token; give the wallet that shall get it'],
      [usdc.programId.toBase58(), 'is a program'],
      ['11111111111111111111111111111111', 'is a program'],
      ['1nc1nerator11111111111111111111111111111111', 'is the incinerator, which destroys what it gets'],
      [offCurve.toBase58(), 'belongs to a program and does not exist yet: what it gets could not be moved'],
      [world.solana.feePayer, "is the platform's fee payer"],
    ]
    for (const [to, problem] of cases) {
      await expect(world.business.transfer(wallet, to, '1')).rejects.toMatchObject(refusal([`toAddress: ${problem}`]))
    }
  })

  test('accepts an off-curve vault that the system program already owns', async () => {
    const wallet = await world.business.newWallet()
    await world.solana.setBalance(wallet, SOL)
    const [vault] = PublicKey.findProgramAddressSync([Buffer.from('vault')], TOKEN_2022_PROGRAM_ID)
    await world.solana.setBalance(vault.toBase58(), SOL)
    const id = await world.business.transfer(wallet, vault.toBase58(), '0.5')
    await runEngine()
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED' })
    expect(await world.solana.balance(vault.toBase58())).toBe((SOL * 3n) / 2n)
  })

  test('refuses addresses that are no token, and amounts that do not fit', async () => {
    const wallet = await world.business.newWallet()
    const tokenAddress = world.solana.tokenOf('USDC').mint.toBase58()
    const ask = (amount: string, extra: { tokenAddress?: string }) =>
      world.business.transfer(wallet, someone(), amount, extra)
    const unknown = `tokenAddress: no token at this address on chain ${CLUSTER_ID}`
    await expect(ask('1', { tokenAddress: someone() })).rejects.toMatchObject(refusal([unknown]))
    await expect(ask('1', { tokenAddress: wallet })).rejects.toMatchObject(refusal([unknown]))
    const own = associatedAddress(authority(), world.solana.tokenOf('USDC')).toBase58()
    await expect(ask('1', { tokenAddress: own })).rejects.toMatchObject(refusal([unknown]))
    await expect(ask('1', { tokenAddress: '0xabc' })).rejects.toMatchObject(
      refusal(['tokenAddress: must be a Solana address']),
    )
    await expect(ask('1.0000001', { tokenAddress })).rejects.toMatchObject(
      refusal(['amount: has more than 6 decimals']),
    )
    await expect(ask('1.0000000001', {})).rejects.toMatchObject(refusal(['amount: has more than 9 decimals']))
    await expect(ask('18446744073.709551616', {})).rejects.toMatchObject(refusal(['amount: is too large']))
    await expect(ask('-1', {})).rejects.toMatchObject(refusal(['amount: must be a plain decimal number']))
  })
})
