import type { WorkflowName } from '../../contracts/phases.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'

/** The files of a folder, wherever they come from: a checkout, or a commit. */
export interface ItemTree {
  /** What is directly in the folder, not in its subfolders. */
  names: readonly string[]
  /** Takes a path relative to the folder; null when there is no such file. */
  read: (path: string) => string | null
  /** Another folder, by its path from the top of the working tree. */
  folder: (path: string) => ItemTree
}

export interface ItemRoot {
  /** From the top of a working tree, with slashes. */
  root: string
  /** How deep below the root an item may be: more than one where there are groups. */
  depth: number
}

/** Where items of one kind are, and what their documents are called. */
export interface ItemLayout extends ItemRoot {
  /** A second root, for archived items; they are named as if they were in the folder `above`. */
  over?: ItemRoot & { above: string }
  /** Projects use this folder for other things too: whatever is not an item is ignored. */
  isShared?: true
  /** Whether a folder is an item, given the names in it and its path below the root. */
  isItem: (names: readonly string[], path: string) => boolean
  /** Every name that a document of an item may have. */
  files: readonly string[]
  /** Subfolders with more documents, each mapped to the document that they belong to. */
  folders: Readonly<Record<string, string>>
  /** The subfolders that the approval of their document covers. */
  covered: readonly string[]
  /** Whether the item or group at this path below the root is archived. */
  isArchived: (path: string) => boolean
  /** The file for what we call `requirements.md`, …: the existing one, else the one to create. */
  fileOf: (document: string, names: readonly string[]) => string
}

export interface BothLanguages {
  en: string
  ja: string
}

/** How one tool lays out its specs. A new format is a folder here and a line in the table. */
export interface SpecFormat extends ItemLayout {
  /** The part after the `@` in an item's name. */
  id: string
  /** Its display name. */
  title: string
  workflow: WorkflowName
  /** What the format's own files say, in the form of spec.json; for items without spec.json. */
  recordOf: (path: string, tree: ItemTree) => SpecJson
  /** `recordOf` depends on files outside the item's folder. */
  isRecordElsewhere?: true
  /** Where the tool archives items, from the top of the tree; absent: in our own archive. */
  archive?: { folder: string; nameOf: (path: string, date: string) => string }
  /** Conventions for agents that write its documents. */
  conventions: readonly string[]
  /** What other formats have and this one lacks. */
  lacks: readonly BothLanguages[]
}
