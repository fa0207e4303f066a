'use client'

import { useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { lazyPart } from '@/components/ui/lazy-part'

/** Copies a page of the docs as Markdown, which is loaded once the pointer or the focus is on the button. */
export function CopyPage({ path }: { path: string }) {
  const [markdown] = useState(() => lazyPart(() => readMarkdown(path)))
  return <CopyButton value={markdown} label="Copy the page as Markdown" />
}

async function readMarkdown(path: string): Promise<string> {
  const response = await fetch(`${path}.md`)
  if (!response.ok) throw new Error(`The page as Markdown returned ${response.status}`)
  return response.text()
}
