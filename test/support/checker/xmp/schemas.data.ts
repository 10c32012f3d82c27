// The schemas that XMP defines (XMP specification, September 2005), and those of PDF/A: properties with their types.
// `bag`, `seq` and `alt` before a type; `closed` before the values that are allowed.

export const SPACES: Readonly<Record<string, string>> = {
  dc: 'http://purl.org/dc/elements/1.1/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  xmpidq: 'http://ns.adobe.com/xmp/Identifier/qual/1.0/',
  xmpRights: 'http://ns.adobe.com/xap/1.0/rights/',
  xmpMM: 'http://ns.adobe.com/xap/1.0/mm/',
  xmpBJ: 'http://ns.adobe.com/xap/1.0/bj/',
  xmpTPg: 'http://ns.adobe.com/xap/1.0/t/pg/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  crs: 'http://ns.adobe.com/camera-raw-settings/1.0/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
  pdfuaid: 'http://www.aiim.org/pdfua/ns/id/',
  pdfaExtension: 'http://www.aiim.org/pdfa/ns/extension/',
  pdfaSchema: 'http://www.aiim.org/pdfa/ns/schema#',
  pdfaProperty: 'http://www.aiim.org/pdfa/ns/property#',
  pdfaType: 'http://www.aiim.org/pdfa/ns/type#',
  pdfaField: 'http://www.aiim.org/pdfa/ns/field#',
  stDim: 'http://ns.adobe.com/xap/1.0/sType/Dimensions#',
  xmpG: 'http://ns.adobe.com/xap/1.0/g/',
  xmpGImg: 'http://ns.adobe.com/xap/1.0/g/img/',
  stEvt: 'http://ns.adobe.com/xap/1.0/sType/ResourceEvent#',
  stRef: 'http://ns.adobe.com/xap/1.0/sType/ResourceRef#',
  stVer: 'http://ns.adobe.com/xap/1.0/sType/Version#',
  stJob: 'http://ns.adobe.com/xap/1.0/sType/Job#',
  stFnt: 'http://ns.adobe.com/xap/1.0/sType/Font#',
}

const ofType = (type: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `${name}: ${type}`)
    .join('\n')

const RAW_INTEGERS = [
  'BlueHue BlueSaturation Brightness ChromaticAberrationB ChromaticAberrationR ColorNoiseReduction Contrast CropUnits GreenHue GreenSaturation LuminanceSmoothing RedHue RedSaturation Saturation',
  'Shadows ShadowTint Sharpness Temperature Tint VignetteAmount VignetteMidpoint',
].join(' ')

export const SCHEMAS: Readonly<Record<string, string>> = {
  dc: `contributor: bag ProperName
coverage: Text
creator: seq ProperName
date: seq Date
description: LangAlt
format: MIMEType
identifier: Text
language: bag Locale
publisher: bag ProperName
relation: bag Text
rights: LangAlt
source: Text
subject: bag Text
title: LangAlt
type: bag Text`,
  xmp: `Advisory: bag XPath
BaseURL: URL
CreateDate: Date
CreatorTool: AgentName
Identifier: bag Identifier
Label: Text
MetadataDate: Date
ModifyDate: Date
Nickname: Text
Rating: Real
Thumbnails: alt Thumbnail`,
  xmpRights: `Certificate: URL
Marked: Boolean
Owner: bag ProperName
UsageTerms: LangAlt
WebStatement: URL`,
  xmpMM: `DerivedFrom: ResourceRef
DocumentID: URI
History: seq ResourceEvent
Ingredients: bag ResourceRef
InstanceID: URI
ManagedFrom: ResourceRef
Manager: AgentName
ManageTo: URI
ManageUI: URI
ManagerVariant: Text
OriginalDocumentID: URI
RenditionClass: RenditionClass
RenditionParams: Text
VersionID: Text
Versions: seq Version
LastURL: URL
RenditionOf: ResourceRef
SaveID: Integer`,
  xmpBJ: 'JobRef: bag Job',
  xmpTPg: `MaxPageSize: Dimensions
NPages: Integer
Fonts: bag Font
Colorants: seq Colorant
PlateNames: seq Text`,
  xmpDM: `projectRef: ProjectLink
videoFrameRate: Text
videoFrameSize: Dimensions
videoPixelAspectRatio: Rational
videoPixelDepth: closed Text 8Int 16Int 32Int 32Float
videoColorSpace: closed Text sRGB CCIR-601 CCIR-709
videoAlphaMode: closed Text straight pre-multiplied
videoAlphaPremultipleColor: Colorant
videoAlphaUnityIsTransparent: Boolean
videoCompressor: Text
videoFieldOrder: closed Text Upper Lower Progressive
pullDown: closed Text WSSWW SSWWW SWWWS WWWSS WWSSW WSSWW_24p SSWWW_24p SWWWS_24p WWWSS_24p WWSSW_24p
audioSampleRate: Integer
audioSampleType: closed Text 8Int 16Int 32Int 32Float
audioChannelType: closed Text Mono Stereo 5.1 7.1
audioCompressor: Text
speakerPlacement: Text
fileDataRate: Rational
tapeName: Text
altTapeName: Text
startTimecode: Timecode
altTimecode: Timecode
duration: Time
scene: Text
shotName: Text
shotDate: Date
shotLocation: Text
logComment: Text
markers: seq Marker
contributedMedia: bag Media
absPeakAudioFilePath: URI
relativePeakAudioFilePath: URI
videoModDate: Date
audioModDate: Date
metadataModDate: Date
artist: Text
album: Text
trackNumber: Integer
genre: Text
copyright: Text
releaseDate: Date
composer: Text
engineer: Text
tempo: Real
instrument: Text
introTime: Time
outCue: Time
relativeTimestamp: Time
loop: Boolean
numberOfBeats: Real
key: closed Text C C# D D# E F F# G G# A A# B
stretchMode: closed Text Fixed Time-Scale Resample Beat_Splice Hybrid
timeScaleParams: TimeScaleStretch
resampleParams: ResampleParams
beatSpliceParams: BeatSpliceStretch
timeSignature: closed Text 2/4 3/4 4/4 5/4 7/4 6/8 9/8 12/8 other
scaleType: closed Text Major Minor Both Neither`,
  pdf: `Keywords: Text
PDFVersion: Text
Producer: AgentName
Trapped: Boolean`,
  photoshop: `${ofType('Text', 'AuthorsPosition Category City Country Credit Headline Instructions Source State TransmissionReference')}
CaptionWriter: ProperName
DateCreated: Date
SupplementalCategories: bag Text
Urgency: closed Integer 1 2 3 4 5 6 7 8`,
  crs: `${ofType('Boolean', 'AutoBrightness AutoContrast AutoExposure AutoShadows HasCrop HasSettings')}
${ofType('Integer', RAW_INTEGERS)}
${ofType('Real', 'CropTop CropLeft CropBottom CropRight CropAngle CropWidth CropHeight Exposure')}
CameraProfile: Text
RawFileName: Text
ToneCurve: seq IntegerPair
ToneCurveName: closed Text Linear Medium_Contrast Strong_Contrast Custom
Version: Text
WhiteBalance: closed Text As_Shot Auto Daylight Cloudy Shade Tungsten Fluorescent Flash Custom`,
  tiff: `${ofType('Integer', 'ImageWidth ImageLength SamplesPerPixel')}
BitsPerSample: seq Integer
Compression: closed Integer 1 6
PhotometricInterpretation: closed Integer 2 6
Orientation: closed Integer 1 2 3 4 5 6 7 8
PlanarConfiguration: closed Integer 1 2
YCbCrSubSampling: seq Integer
YCbCrPositioning: closed Integer 1 2
XResolution: Rational
YResolution: Rational
ResolutionUnit: closed Integer 2 3
TransferFunction: seq Integer
WhitePoint: seq Rational
PrimaryChromaticities: seq Rational
YCbCrCoefficients: seq Rational
ReferenceBlackWhite: seq Rational
DateTime: Date
ImageDescription: LangAlt
Make: ProperName
Model: ProperName
Software: AgentName
Artist: ProperName
Copyright: LangAlt`,
  exif: `ExifVersion: closed Text 0210 0220 0200 0221
FlashpixVersion: closed Text 0100
ColorSpace: closed Integer 1 -32768 65535
ComponentsConfiguration: seq Integer
CompressedBitsPerPixel: Rational
PixelXDimension: Integer
PixelYDimension: Integer
UserComment: LangAlt
RelatedSoundFile: Text
DateTimeOriginal: Date
DateTimeDigitized: Date
${ofType('Rational', 'ExposureTime FNumber ShutterSpeedValue ApertureValue BrightnessValue ExposureBiasValue MaxApertureValue SubjectDistance FocalLength FlashEnergy FocalPlaneXResolution FocalPlaneYResolution ExposureIndex DigitalZoomRatio')}
ExposureProgram: closed Integer 0 1 2 3 4 5 6 7 8
SpectralSensitivity: Text
ISOSpeedRatings: seq Integer
OECF: OECF
MeteringMode: closed Integer 0 1 2 3 4 5 6 255
LightSource: closed Integer 0 1 2 3 4 9 10 11 12 13 14 15 17 18 19 20 21 22 23 24 255
Flash: Flash
SubjectArea: seq Integer
SpatialFrequencyResponse: OECF
FocalPlaneResolutionUnit: closed Integer 2 3
SubjectLocation: seq Integer
SensingMethod: closed Integer 1 2 3 4 5 7 8
FileSource: closed Integer 3
SceneType: closed Integer 1
CFAPattern: CFAPattern
CustomRendered: closed Integer 0 1
ExposureMode: closed Integer 0 1 2
WhiteBalance: closed Integer 0 1
FocalLengthIn35mmFilm: Integer
SceneCaptureType: closed Integer 0 1 2 3
GainControl: closed Integer 0 1 2 3 4
Contrast: closed Integer 0 1 2
Saturation: closed Integer 0 1 2
Sharpness: closed Integer 0 1 2
DeviceSettingDescription: DeviceSettings
SubjectDistanceRange: closed Integer 0 1 2 3
ImageUniqueID: Text
GPSVersionID: Text
${ofType('GPSCoordinate', 'GPSLatitude GPSLongitude GPSDestLatitude GPSDestLongitude')}
GPSAltitudeRef: closed Integer 0 1
${ofType('Rational', 'GPSAltitude GPSDOP GPSSpeed GPSTrack GPSImgDirection GPSDestBearing GPSDestDistance')}
GPSTimeStamp: Date
GPSSatellites: Text
GPSStatus: closed Text A V
GPSMeasureMode: closed Integer 2 3
GPSSpeedRef: closed Text K M N
${ofType('closed Text T M', 'GPSTrackRef GPSImgDirectionRef GPSDestBearingRef')}
GPSMapDatum: Text
GPSDestDistanceRef: closed Text K M N
GPSProcessingMethod: Text
GPSAreaInformation: Text
GPSDifferential: closed Integer 0 1`,
  aux: `Lens: Text
SerialNumber: Text`,
  pdfaid: `part: Integer
amd: Text
corr: Text
conformance: Text`,
  pdfaExtension: 'schemas: bag Schema',
}

/** Structures: their space, and their fields. */
export const STRUCTURES: Readonly<Record<string, readonly [space: string, fields: string]>> = {
  Dimensions: ['stDim', 'w: Real\nh: Real\nunit: Text'],
  Thumbnail: ['xmpGImg', 'height: Integer\nwidth: Integer\nformat: Text\nimage: Text'],
  ResourceEvent: ['stEvt', 'action: Text\ninstanceID: URI\nparameters: Text\nsoftwareAgent: AgentName\nwhen: Date'],
  ResourceRef: [
    'stRef',
    'instanceID: URI\ndocumentID: URI\nversionID: Text\nrenditionClass: RenditionClass\nrenditionParams: Text\nmanager: AgentName\nmanagerVariant: Text\nmanageTo: URI\nmanageUI: URI',
  ],
  Version: ['stVer', 'comments: Text\nevent: ResourceEvent\nmodifyDate: Date\nmodifier: ProperName\nversion: Text'],
  Job: ['stJob', 'name: Text\nid: Text\nurl: URL'],
  Font: ['stFnt', 'fontName: Text\nfontFamily: Text\nfontFace: Text\nfontType: Text\nversionString: Text\ncomposite: Boolean\nfontFileName: Text\nchildFontFiles: seq Text'],
  Colorant: [
    'xmpG',
    'swatchName: Text\nmode: closed Text CMYK RGB LAB\ntype: closed Text PROCESS SPOT\ncyan: Real\nmagenta: Real\nyellow: Real\nblack: Real\nred: Integer\ngreen: Integer\nblue: Integer\nL: Real\nA: Integer\nB: Integer',
  ],
  ProjectLink: ['xmpDM', 'type: closed Text movie still audio custom\npath: URI'],
  Time: ['xmpDM', 'value: Integer\nscale: Rational'],
  Timecode: [
    'xmpDM',
    'timeValue: Text\ntimeFormat: closed Text 24Timecode 25Timecode 2997DropTimecode 2997NonDropTimecode 30Timecode 50Timecode 5994DropTimecode 5994NonDropTimecode 60Timecode 23976Timecode',
  ],
  Marker: ['xmpDM', 'startTime: Time\nduration: Time\ncomment: Text\nname: Text\nlocation: URI\ntarget: Text\ntype: closed Text Chapter Cue Beat Track Index'],
  Media: ['xmpDM', 'path: URI\ntrack: Text\nstartTime: Time\nduration: Time\nmanaged: Boolean\nwebStatement: URI'],
  TimeScaleStretch: ['xmpDM', 'quality: closed Text High Medium Low\nframeSize: Real\nframeOverlappingPercentage: Real'],
  ResampleParams: ['xmpDM', 'quality: closed Text High Medium Low'],
  BeatSpliceStretch: ['xmpDM', 'useFileBeatsMarker: Boolean\nriseInDecibel: Real\nriseInTimeDuration: Time'],
  Flash: ['exif', 'Fired: Boolean\nReturn: closed Integer 0 2 3\nMode: closed Integer 0 1 2 3\nFunction: Boolean\nRedEyeMode: Boolean'],
  OECF: ['exif', 'Columns: Integer\nRows: Integer\nNames: seq Text\nValues: seq Rational'],
  CFAPattern: ['exif', 'Columns: Integer\nRows: Integer\nValues: seq Integer'],
  DeviceSettings: ['exif', 'Columns: Integer\nRows: Integer\nSettings: seq Text'],
}
