const listed = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** What dictionaries that draw something may say, all kinds together. None of it names an action, a file or an address. */
export const drawingKeys = listed(`
  Type Subtype Name
  BBox Matrix FormType Resources Group StructParent StructParents OC
  Width Height ColorSpace BitsPerComponent Intent ImageMask Mask Decode Interpolate SMask SMaskInData Matte
  S CS I K G BC TR
  BaseFont FirstChar LastChar Widths FontDescriptor Encoding ToUnicode DescendantFonts CIDSystemInfo DW W DW2 W2 CIDToGIDMap
  FontBBox FontMatrix CharProcs FontName FontFamily FontStretch FontWeight Flags ItalicAngle Ascent Descent Leading CapHeight XHeight
  StemV StemH AvgWidth MaxWidth MissingWidth FontFile FontFile2 FontFile3 CharSet CIDSet Style Panose Lang
  Registry Ordering Supplement BaseEncoding Differences CMapName WMode UseCMap Length1 Length2 Length3
  LW LC LJ ML D RI OP op OPM Font BG BG2 UCR UCR2 TR2 FL SM SA BM CA ca AIS TK
  N Alternate Range WhitePoint BlackPoint Gamma Colorants Process Components MixingHints Solidities PrintingOrder
  PatternType PaintType TilingType XStep YStep Shading ExtGState
  ShadingType Background AntiAlias Domain Function Coords Extend BitsPerCoordinate BitsPerFlag VerticesPerRow
  FunctionType Size BitsPerSample Order Encode C0 C1 Functions Bounds
  OCGs P VE ON OFF BaseState RBGroups Locked ListMode Usage Print PrintState View ViewState Export ExportState AS Event Category
  MCID ActualText Alt E Attached
  OutputCondition OutputConditionIdentifier RegistryName Info DestOutputProfile
`);

/** The sorts of resources, each by names of the file's own. */
export const resourceSorts = listed('Font XObject ExtGState ColorSpace Pattern Shading Properties');

/** Entries whose own keys are names of the file's own. */
export const namedEntries = listed('CharProcs Colorants Solidities');

/** How a stream's filter is to be read. */
export const filterKeys = listed(`
  Predictor Colors BitsPerComponent Columns EarlyChange K EndOfLine EncodedByteAlign Rows EndOfBlock BlackIs1 DamagedRowsBeforeError
  ColorTransform JBIG2Globals
`);

/** What an element of the structure may say of its looks and its place in a table or list. */
export const attributeKeys = listed(`
  O NS Placement WritingMode BackgroundColor BorderColor BorderStyle BorderThickness Color Padding SpaceBefore SpaceAfter StartIndent
  EndIndent TextIndent TextAlign BBox Width Height BlockAlign InlineAlign TBorderStyle TPadding LineHeight BaselineShift
  TextDecorationType TextDecorationColor TextDecorationThickness RubyAlign RubyPosition GlyphOrientationVertical ColumnCount
  ColumnWidths ColumnGap TextPosition ListNumbering ContinuedList ContinuedFrom RowSpan ColSpan Headers Scope Summary Short Role
  checked Checked Desc Type Subtype Attached NoteType
`);

/** Objects that stand elsewhere in a file, and are kept from there only. */
export const otherTypes = listed(`
  Catalog Pages Page Annot Action Sig DocTimeStamp StructTreeRoot StructElem Filespec EmbeddedFile ObjStm XRef Metadata Outlines
`);
