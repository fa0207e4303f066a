import { isLoopback } from './host-name'
import { readKeks } from './key-encryption-keys'
import { missingProviderKey } from './provider-variables'
import type { Variables } from './variables'
import { faultOfVault } from './vault-variables'

/**
 * Checks variables that are valid only with, or without, another variable. Throws one sentence that names the variable
 * at fault.
 */
export function checkTogether(given: Variables): void {
  checkFaultRun(given)
  checkLocalParts(given)
  checkRegion(given)
  checkVault(given)
  checkJobKeys(given)
  checkSigner(given)
  const missing = missingProviderKey(given)
  if (missing) throw new Error(sentenceOfMissing(missing))
}

/** As the job engine's library reads its switch. */
export function runsJobsWithoutKeys({ INNGEST_DEV }: Pick<Variables, 'INNGEST_DEV'>): boolean {
  return INNGEST_DEV !== undefined && !['0', 'false'].includes(INNGEST_DEV)
}

export function sentenceOfMissing(name: string): string {
  return `${name} is missing: see .env.example for what it must hold.`
}

function checkFaultRun({ FAULT_FILE, LEASE_SHARE, BASE_URL }: Variables): void {
  if (isLoopback(BASE_URL)) return
  if (FAULT_FILE !== undefined)
    throw new Error('FAULT_FILE is wrong (only a service on loopback may be ordered to crash): unset it.')
  if (LEASE_SHARE !== 1)
    throw new Error('LEASE_SHARE is wrong (only a service on loopback may have short leases): unset it.')
}

const LOCAL_PARTS = { FAUCET_URL: 'a faucet', SANDBOX_BANK_URL: 'a bank of test funds' } as const

function checkLocalParts(given: Variables): void {
  for (const name of ['FAUCET_URL', 'SANDBOX_BANK_URL'] as const) {
    const url = given[name]
    if (url === undefined || (isLoopback(given.BASE_URL) && isLoopback(url))) continue
    throw new Error(`${name} is wrong (only a service on loopback has ${LOCAL_PARTS[name]}, and there): unset it.`)
  }
}

/** An ARN names its region; nothing else does. */
function checkRegion({ AWS_REGION, ...given }: Variables): void {
  const isNeeded = keksOf(given).some((kek) => kek.provider === 'aws-kms' && kek.region === null)
  if (isNeeded && AWS_REGION === undefined) throw new Error(sentenceOfMissing('AWS_REGION'))
}

function checkVault(given: Variables): void {
  if (!keksOf(given).some(({ provider }) => provider === 'vault-transit')) return
  const fault = faultOfVault(given)
  if (fault?.isMissing) throw new Error(sentenceOfMissing(fault.name))
  if (fault) throw new Error(`${fault.name} is wrong (another login of Vault is given as well): set one.`)
}

function keksOf({ CUSTODY_KEK, SEED_KEK }: Pick<Variables, 'CUSTODY_KEK' | 'SEED_KEK'>) {
  return [CUSTODY_KEK, SEED_KEK].flatMap((text) => (text === undefined ? [] : readKeks(text)))
}

/**
 * A process with the seeds' key also has the login that reads them. The app, which has neither, needs no login of the
 * database's owner.
 */
function checkSigner({ SIGNER_SOCKET, SIGNER_SECRET, SEED_KEK, SLIPWAY_SECRET, DATABASE_URL }: Variables): void {
  if (SIGNER_SECRET !== undefined && SEED_KEK === undefined) throw new Error(sentenceOfMissing('SEED_KEK'))
  if (SEED_KEK !== undefined && SIGNER_SECRET === undefined) throw new Error(sentenceOfMissing('SIGNER_SECRET'))
  if (SIGNER_SECRET?.split(',').some((secret) => SLIPWAY_SECRET.split(',').includes(secret)))
    throw new Error('SIGNER_SECRET is wrong (the app knows it as SLIPWAY_SECRET): make another one.')
  const isApp = SIGNER_SOCKET !== undefined && SIGNER_SECRET === undefined
  if (isApp && new URL(DATABASE_URL).password !== '')
    throw new Error(
      'DATABASE_URL is wrong (with SIGNER_SOCKET the app takes it without a password: that of the owner may read all): leave the password out, or give migrations SIGNER_SECRET and SEED_KEK too.',
    )
}

/** Without keys any caller who reaches the app can run its jobs, so that is only for a local stack. */
function checkJobKeys({ BASE_URL, ...keys }: Variables): void {
  if (runsJobsWithoutKeys(keys)) {
    if (isLoopback(BASE_URL)) return
    throw new Error('INNGEST_DEV is wrong (only a service on loopback may run jobs without keys): see .env.example.')
  }
  for (const name of ['INNGEST_EVENT_KEY', 'INNGEST_SIGNING_KEY'] as const) {
    if (keys[name] === undefined) throw new Error(sentenceOfMissing(name))
  }
}
