import { createHash } from 'node:crypto'
import { openSshFile } from '@/server/payments/providers/recorded-cngn.test-data'

/** Equal on each run, because names of tests contain values. */
export const bytes = (length: number) => createHash('sha512').update('values').digest().subarray(0, length)
export const base64 = (length: number) => bytes(length).toString('base64')
export const KMS = 'arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab'
export const SSH = openSshFile(Buffer.alloc(32, 7))
