import { afterAll, beforeAll } from 'vitest'
import { z } from 'zod'
import { type MailCatcher, startMailCatcher } from '@/dev/mail/catch-mail'

const caught = z.array(z.object({ to: z.string(), from: z.string(), subject: z.string(), text: z.string() }))

/** A mail server that keeps what a suite sends. Call it before `openDatabase`: its address is read once. */
export function catchMails() {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await startMailCatcher()
    process.env.SMTP_URL = catcher.smtpUrl
  })
  afterAll(() => catcher.close())
  return {
    /** The emails that left, newest first. */
    readMails: async () => caught.parse(await (await fetch(`${catcher.url}/mails`)).json()),
  }
}
