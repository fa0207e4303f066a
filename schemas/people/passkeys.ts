import { z } from 'zod'
import { lineOfText } from '@/schemas/text/contract'

/** Bytes as WebAuthn's JSON carries them. */
const base64url = (maxLength: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'This is not base64url')
    .max(maxLength)

const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') }

/** The result of `navigator.credentials.get` (WebAuthn, AuthenticationResponseJSON). */
export const passkeyAssertion = z.object({
  ...credential,
  response: z.object({
    authenticatorData: base64url(4_000),
    clientDataJSON: base64url(8_000),
    signature: base64url(4_000),
    userHandle: base64url(100).optional(),
  }),
})
export type PasskeyAssertion = z.output<typeof passkeyAssertion>

/** The result of `navigator.credentials.create` (WebAuthn, RegistrationResponseJSON). */
const passkeyAttestation = z.object({
  ...credential,
  response: z.object({
    attestationObject: base64url(40_000),
    clientDataJSON: base64url(8_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})

export const addPasskeyInput = z.object({
  name: lineOfText.min(1, 'Enter a name').max(60),
  attestation: passkeyAttestation,
})
export type AddPasskeyInput = z.output<typeof addPasskeyInput>

export const passkeyRef = z.object({ passkeyId: z.uuid() })

/** The answer of a passkey at sign-in. `ticket`: the one that came with the challenge. */
const passkeySignInInput = z.object({ ticket: base64url(100), assertion: passkeyAssertion })
/** The form of a passkey's answer in a form field. */
export const passkeySignInField = z
  .string()
  .max(40_000)
  .transform((text, { addIssue }) => {
    try {
      const answer: unknown = JSON.parse(text)
      return answer
    } catch {
      addIssue('This is not JSON')
      return z.NEVER
    }
  })
  .pipe(passkeySignInInput)
export const passkeySignInForm = z.object({ passkey: passkeySignInField })
export type PasskeySignInInput = z.output<typeof passkeySignInInput>

export type PasskeyView = {
  id: string
  name: string
  /** `synced`: copied by its provider; `device`: never leaves its device; `not_backed_up`: may be copied and is not. */
  storage: 'synced' | 'device' | 'not_backed_up'
  createdAt: string
  lastUsedAt: string | null
}
