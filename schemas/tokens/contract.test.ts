import { expect, it } from 'vitest'
import { documentsInput } from './contract'

const takes = (url: string) => documentsInput.shape.documents.safeParse([{ title: 'Prospectus', url }])

it('takes the web address of a document', () => {
  const sound = ['https://example.com/prospectus.pdf', ' https://example.com:8443/a?b=c#d ', 'https://bücher.example/']
  for (const url of sound) expect(takes(url).success, url).toBe(true)
})

it.each([
  'http://example.com/prospectus.pdf',
  'https:example.com/prospectus.pdf',
  'https:/example.com/prospectus.pdf',
  'https:\\\\example.com\\prospectus.pdf',
  'https://exam\tple.com/prospectus.pdf',
  'https://example.com/pro\nspectus.pdf',
  'https://example.com/pro spectus.pdf',
  'https://user@example.com/prospectus.pdf',
  'https://user:pass@example.com/prospectus.pdf',
  'https://:pass@example.com/prospectus.pdf',
  'https://bank.example@evil.example/',
])('refuses a document at %j', (url) => {
  expect(takes(url).success).toBe(false)
})
