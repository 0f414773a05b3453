/** Documents of realistic size, in the style of each tool. */

const TOPICS = ['search', 'import', 'export', 'billing', 'login', 'audit', 'mail', 'quota'] as const
const topic = (index: number): string => TOPICS[index % TOPICS.length] ?? 'search'

export const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

const criteria = (of: number): string =>
  lines(
    5,
    (at) =>
      `${at + 1}. When a person asks for ${topic(of + at)}, the service shall answer within ${at + 1} seconds and keep what was asked for.`,
  )

/** The same for Kiro, cc-sdd and spec-workflow. */
export const requirements = (count = 8): string => `# Requirements Document

## Introduction

What people do today by mail is to be done here: ${TOPICS.join(', ')}.

## Requirements

${lines(
  count,
  (at) => `### Requirement ${at + 1}: ${topic(at)}

**User Story:** As a clerk, I want ${topic(at)} in one place, so that nothing gets lost.

#### Acceptance Criteria

${criteria(at)}
`,
)}`

export const requirementsInJapanese = (count = 6): string => `# 要件定義書

## はじめに

これまでメールで行っていた作業を、ここで完結できるようにする。

${lines(
  count,
  (at) => `### 要件 ${at + 1}: ${topic(at)}

#### 受け入れ基準

1. 利用者が ${topic(at)} を求めたとき、サービスは 1 秒以内に応答する。
2. もし入力が空であれば、サービスは理由を示して拒否する。
`,
)}`

/** What cc-sdd creates before any requirement is written. */
export const onlyInput = `# Requirements Document

## Project Description (Input)
A page on which clerks find a customer by any part of a name.

## Requirements
<!-- Will be generated in /kiro:spec-requirements phase -->
`

export const bugfix = `# Bugfix Requirements Document

## Introduction

A refund is booked twice when the page is reloaded.

## Bug Analysis

### Current Behavior (Defect)

1.1 WHEN the page of a refund is reloaded THEN the system books it again

### Expected Behavior (Correct)

2.1 WHEN the page of a refund is reloaded THEN the system SHALL show the booking that is there

### Unchanged Behavior (Regression Prevention)

3.1 WHEN a second refund is asked for THEN the system SHALL CONTINUE TO book it
`

export const design = (count = 6): string => `# Design Document

## Overview

One service in front of one store; nothing else knows the table.

\`\`\`mermaid
flowchart LR
  page --> service --> store
\`\`\`

## Components

${lines(
  count,
  (at) => `### ${topic(at)} service

| | |
|---|---|
| owns | the ${topic(at)} table |
| never knows | how it is shown |

\`\`\`typescript
interface ${topic(at)}Service {
  // - [ ] this is no task
  find(text: string): Promise<string[]>
}
\`\`\`
`,
)}`

export interface Boxes {
  /** How many of the parts are done; all by default. */
  done?: number
  groups?: number
  parts?: number
  mark?: string
}

const boxes = ({ done = Infinity, mark = 'x' }: Boxes) => {
  let left = done
  return (): string => (left-- > 0 ? `[${mark}]` : '[ ]')
}

/** Groups with their parts indented below. */
export function kiroTasks(how: Boxes = {}): string {
  const { groups = 6, parts = 4 } = how
  const box = boxes(how)
  return `# Implementation Plan

${lines(groups, (group) => {
  const list = lines(
    parts,
    (
      part,
    ) => `  - ${box()} ${group + 1}.${part + 1} Write the ${topic(part)} part of ${topic(group)}
    - A failing test first
    - _Requirements: ${group + 1}.${part + 1}, ${group + 1}.5_`,
  )
  const isDone = !list.includes('- [ ]')
  return `- ${isDone ? '[x]' : '[ ]'} ${group + 1}. Build ${topic(group)}\n${list}`
})}
`
}

/** cc-sdd style: parts are not indented. */
export const flatTasks = (how: Boxes = {}): string => kiroTasks(how).replaceAll(/^ {2}/gm, '')

export function specKitTasks(how: Boxes = {}): string {
  const { groups = 4, parts = 6, mark = 'X' } = how
  const box = boxes({ ...how, mark })
  let id = 0
  return `# Tasks: Clerk search

**Input**: Design documents from \`/specs/001-clerk-search/\`

## Format: \`[ID] [P?] [Story] Description\`

- **[P]**: Can run in parallel (different files, no dependencies)
- [P] = different files
- [US1] the first user story

${lines(
  groups,
  (group) => `## Phase ${group + 1}: User Story ${group + 1}

${lines(parts, (part) => {
  id++
  const number = `T${String(id).padStart(3, '0')}${part === 3 ? 'a' : ''}`
  const isParallel = part % 2 === 0 ? '[P] ' : ''
  return `- ${box()} ${number} ${isParallel}[US${group + 1}] Write ${topic(part)} in src/${topic(group)}/${topic(part)}.ts`
})}

**Checkpoint**: the story works on its own
`,
)}`
}

export const specKitSpec = (status = 'Draft'): string => `# Feature Specification: Clerk search

**Feature Branch**: \`001-clerk-search\`
**Created**: 2025-10-01
**Status**: ${status}
**Input**: User description: "Clerks find a customer by any part of a name"

## User Scenarios & Testing *(mandatory)*

${lines(
  4,
  (at) => `### User Story ${at + 1} - ${topic(at)} (Priority: P${at + 1})

A clerk asks for ${topic(at)} and sees it at once.

**Acceptance Scenarios**:

1. **Given** a customer, **When** the clerk types a part of the name, **Then** the customer is listed
`,
)}
## Requirements *(mandatory)*

${lines(9, (at) => `- **FR-00${at + 1}**: The system MUST keep every ${topic(at)}`)}

## Success Criteria *(mandatory)*

- **SC-001**: 95 % of all answers take less than a second
`

export const checklist = `# Specification Quality Checklist

- [x] No implementation details
- [ ] Requirements are testable
- [ ] Success criteria are measurable
`

export function openspecTasks(how: Boxes & { hasIds?: boolean } = {}): string {
  const { groups = 3, parts = 5, hasIds = true } = how
  const box = boxes(how)
  return lines(
    groups,
    (group) => `## ${group + 1}. ${topic(group)}

${lines(
  parts,
  (part) =>
    `- ${box()} ${hasIds ? `${group + 1}.${part + 1} ` : ''}Write the ${topic(part)} of ${topic(group)}`,
)}
`,
  )
}

export const proposal = `# Change: clerks can search

## Why

Clerks ask by mail for what they could find themselves.

## What Changes

- A search over all names
- **BREAKING**: the old list is gone

## Impact

- Affected specs: search
- Affected code: src/search
`

export const delta = `## ADDED Requirements

### Requirement: Search by part of a name

The system SHALL find a customer by any part of a name.

#### Scenario: A part in the middle

- **WHEN** a clerk types three letters
- **THEN** every customer whose name holds them is listed
`

export function workflowTasks(how: Boxes = {}): string {
  const { groups = 8 } = how
  const box = boxes(how)
  return `# Tasks Document

${lines(
  groups,
  (at) => `- ${box()} ${at + 1}. Write the ${topic(at)} service
  - File: src/${topic(at)}.ts
  - Purpose: one place for ${topic(at)}
  - _Leverage: src/base.ts_
  - _Requirements: ${at + 1}.1_
  - _Prompt: Role: TypeScript developer | Task: write ${topic(at)} | Success: tests pass_
`,
)}`
}

/** `where` names the spec and its document: `login/design.md`. */
export const approvalFile = (where: string, status: string, day = 1): string =>
  `${JSON.stringify(
    {
      id: `approval_${day}`,
      title: `Approve ${where}`,
      filePath: `.spec-workflow/specs/${where}`,
      type: 'document',
      status,
      createdAt: `2025-09-0${day}T08:00:00.000Z`,
      category: 'spec',
      categoryName: where.split('/')[0],
    },
    null,
    2,
  )}\n`

export const specJson = (values: object): string =>
  `${JSON.stringify({ feature_name: 'x', language: 'en', created_at: '2025-09-01T00:00:00Z', ...values }, null, 2)}\n`

export const crlf = (text: string): string => text.replaceAll('\n', '\r\n')
export const withBom = (text: string): string => `\uFEFF${text}`
