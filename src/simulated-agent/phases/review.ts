import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Fix, type Issue, issuesOf } from '../documents/review-issues.ts'
import { addedTo, keptText } from '../kept-text.ts'
import type { Stage } from '../stage.ts'
import { localised, type World } from '../world.ts'
import { REVIEWED_FILES, replyFile, reviewFile } from '../../core/workflow/document-files.ts'

export async function playReview(stage: Stage, world: World): Promise<string> {
  for (const name of REVIEWED_FILES) await stage.read(world.documentIn(name))
  const issues = issuesOf(world)
  await stage.write(join(world.specDir, reviewFile(world.round)), reviewText(world, issues))
  return localised(world, `Issues found: ${issues.length}`, `指摘: ${issues.length} 件`)
}

export async function playReply(stage: Stage, world: World): Promise<string> {
  const { round, mode, specDir } = world
  const issues = issuesOf(world)
  const fixes = issues.flatMap((issue) => issue.fix ?? [])
  await stage.read(join(specDir, mode === 'fix' ? replyFile(round) : reviewFile(round)))
  await stage.say(
    localised(
      world,
      `I check each issue against the documents: ${fixes.length} to fix.`,
      `各指摘を文書と照合します。要修正: ${fixes.length} 件`,
    ),
  )
  if (mode !== 'reply') for (const fix of fixes) await applyFix(stage, world, fix)
  if (mode !== 'fix') {
    await stage.write(join(specDir, replyFile(round)), replyText(world, issues))
  }
  return localised(world, `To fix in this round: ${fixes.length}`, `要修正: ${fixes.length} 件`)
}

/** Does nothing if an earlier run of the same reply has made the edit already. */
async function applyFix(stage: Stage, world: World, fix: Fix): Promise<void> {
  const file = world.documentIn(fix.document)
  // Some formats do without a design.
  if (fix.document === 'design.md' && !existsSync(file)) return
  const kept = keptText(file)
  const before = kept.text
  const added = withEndsOf(before, addedTo(kept, fix.text))
  if (before.includes(added.trim())) return
  const lines = before.split('\n')
  const { after } = fix
  const at = after === null ? -1 : lines.findIndex((line) => line.includes(after))
  const anchor = at < 0 ? '' : `${lines[at]}\n`
  const text =
    at < 0 ? withFinalNewline(before) + added : before.replace(anchor, () => anchor + added)
  await stage.edit(file, { before: anchor, after: anchor + added, text })
}

/** Gives a text the line endings of the document. */
const withEndsOf = (document: string, text: string): string =>
  document.includes('\r\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text

const withFinalNewline = (text: string): string =>
  text === '' || text.endsWith('\n') ? text : withEndsOf(text, `${text}\n`)

const SEVERITIES = ['Critical', 'Warning', 'Info'] as const

function reviewText(world: World, issues: Issue[]): string {
  const rows = SEVERITIES.map((severity) => `| ${severity} | ${only(issues, severity).length} |`)
  const sections = SEVERITIES.map((severity) => {
    const found = only(issues, severity).map(
      (issue) => `### ${issue.id}: ${issue.title}\n\n- Problem: ${issue.problem}`,
    )
    return `## ${severity}\n\n${found.join('\n\n') || 'None'}`
  })
  return `# Document Review ${world.round}

Feature: ${world.feature}
Reviewed: ${REVIEWED_FILES.join(', ')}

## Summary

| Severity | Issues |
|---|---|
${rows.join('\n')}

${sections.join('\n\n')}
`
}

function replyText(world: World, issues: Issue[]): string {
  const open = issues.some((issue) => issue.answer === 'Fix Required')
  const answers = issues.map(
    (issue) => `### ${issue.id}: ${issue.title}\n\n- Answer: ${issue.answer}\n- ${change(issue)}`,
  )
  return `# Document Review Reply ${world.round}

Feature: ${world.feature}
Review: ${reviewFile(world.round)}

## Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
${SEVERITIES.map((severity) => countRow(severity, only(issues, severity))).join('\n')}

## Answers

${answers.join('\n\n')}

## Status

Status: ${open ? 'pending' : 'approved'}
`
}

function countRow(severity: string, issues: Issue[]): string {
  const fix = issues.filter((issue) => issue.answer === 'Fix Required').length
  return `| ${severity} | ${issues.length} | ${fix} | ${issues.length - fix} | 0 |`
}

const change = (issue: Issue): string =>
  issue.fix === null ? `Reason: ${issue.problem}` : `Change: ${issue.fix.document}`

const only = (issues: Issue[], severity: string): Issue[] =>
  issues.filter((issue) => issue.severity === severity)
