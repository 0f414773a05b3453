import type { WorkflowName } from '../../contracts/phases.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'

/** The files of a folder, wherever they come from: a checkout, or a commit. */
export interface ItemTree {
  /** Of the folder itself, without those in folders below it. */
  names: readonly string[]
  /** By a name or a path below the folder; null when there is no such file. */
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
  /** One more root, for what is over: items there are called as if they were in the folder `above`. */
  over?: ItemRoot & { above: string }
  /**
   * Projects use such a folder for other things too: anything in it that is not an item is ignored.
   */
  isShared?: true
  /** Whether a folder is an item, by the names of what is in it and by its path below the root. */
  isItem: (names: readonly string[], path: string) => boolean
  /** Every name that a document of an item may have. */
  files: readonly string[]
  /** Folders of an item that hold documents too, each with the document that they belong to. */
  folders: Readonly<Record<string, string>>
  /** Those of them that an approval of the document covers. */
  covered: readonly string[]
  /** By its path below the root: an item, or a group of them, that is over. */
  isArchived: (path: string) => boolean
  /** The file that holds what we call `requirements.md`, …: one that is there, else the one to write. */
  fileOf: (document: string, names: readonly string[]) => string
}

export interface BothLanguages {
  en: string
  ja: string
}

/** How one tool lays out its specs. A new one is a folder beside this file and a line in the table. */
export interface SpecFormat extends ItemLayout {
  /** What stands after the `@` of an item's name. */
  id: string
  /** Its display name. */
  title: string
  workflow: WorkflowName
  /** What its own files say, as spec.json would: that is where an item without spec.json stands. */
  recordOf: (path: string, tree: ItemTree) => SpecJson
  /** Whether it depends on files outside the item's folder. */
  isRecordElsewhere?: true
  /** Where its tool puts what is over, from the top; left out: with ours. */
  archive?: { folder: string; nameOf: (path: string, date: string) => string }
  /** How its documents are written, for an agent that writes one. */
  conventions: readonly string[]
  /** What other formats have and this one lacks. */
  lacks: readonly BothLanguages[]
}
