import { firstEditionSheet } from './first-edition.ts';
import type { DocumentSheet, InvoiceDocument } from './paper-sheet.ts';

/** Returns what a document shows. It never changes after issue. */
export const toSheet = (document: InvoiceDocument): DocumentSheet => firstEditionSheet(document);
