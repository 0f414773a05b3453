/** The documents that the scripted model writes, in the form that the prompts ask for. */
export const requirementsText = (feature: string): string => `# Requirements: ${feature}

## Requirements

### Requirement 1: It works

**Objective:** As a person, I want it to work, so that I can use it.

#### Acceptance Criteria

1. When it is used, the system shall work.
`

export const designText = (feature: string, fixes: number): string => `# Design: ${feature}

## Overview

One component, for 1.1. Corrected in ${fixes} places.
`

export const tasksText = (feature: string, tasks: number): string => {
  const list = Array.from(
    { length: tasks },
    (_, at) => `- [ ] ${at + 1}. Part ${at + 1}\n  - _Requirements: 1.1_`,
  )
  return `# Tasks: ${feature}\n\n${list.join('\n')}\n`
}

/** Ticks the first `count` open boxes. */
export const tickedText = (tasks: string, count: number): string => {
  let left = count
  return tasks.replace(/^(\s*- )\[ \]/gm, (box, dash: string) => {
    left -= 1
    return left >= 0 ? `${dash}[x]` : box
  })
}

export type ReviewCounts = readonly [fix: number, discuss: number]

export const reviewText = (feature: string, round: number, [fix, discuss]: ReviewCounts): string =>
  `# Document Review ${round}

Feature: ${feature}
Reviewed: requirements.md, design.md, tasks.md

## Summary

| Severity | Issues |
|---|---|
| Critical | 0 |
| Warning | ${fix + discuss} |
| Info | 0 |
`

export const replyText = (feature: string, round: number, [fix, discuss]: ReviewCounts): string =>
  `# Document Review Reply ${round}

Feature: ${feature}
Review: document-review-${round}.md

## Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
| Critical | 0 | 0 | 0 | 0 |
| Warning | ${fix + discuss} | ${fix} | 0 | ${discuss} |
| Info | 0 | 0 | 0 | 0 |

## Status

Status: ${fix + discuss === 0 ? 'approved' : 'pending'}
`

export const inspectionText = (feature: string, number: number): string => `# Inspection ${number}

Feature: ${feature}

## Summary

Judgment: GO

| Severity | Open |
|---|---|
| Critical | 0 |
| Major | 0 |
| Minor | 0 |
| Info | 0 |
`
