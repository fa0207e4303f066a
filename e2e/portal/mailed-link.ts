import { expect } from '@playwright/test'
import { z } from 'zod'
import { stack } from './stack'

const caught = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string() }))

/** The link in the newest email to an address that the local stack caught. */
export async function mailedLink(to: string, subject: RegExp): Promise<string> {
  const { mail } = stack()
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = caught.parse(await (await fetch(`${mail?.url}/mails`)).json())
      const found = mails.find((candidate) => candidate.to === to && subject.test(candidate.subject))
      link = found?.text.match(/http\S+#[\w-]{43}/)?.[0]
      return link
    })
    .toBeDefined()
  return link ?? ''
}
