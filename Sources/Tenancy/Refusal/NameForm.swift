internal import Foundation

/// The one form of a name by which a person or a group is found: Unicode's form NFC, so that one letter has one spelling whatever
/// keyboard wrote it. Upper and lower case are two names, as they are in what portals call their users by.
package enum NameForm {
    package static func normalized(_ name: String) -> String { name.precomposedStringWithCanonicalMapping }

    /// Whether nothing of it is unseen where it is shown, or shows the rest in another order: neither blanks at the ends nor
    /// control characters, ends of lines or characters that change the direction of writing (Unicode's `Bidi_Control`).
    package static func isAllowed(_ name: String) -> Bool {
        let scalars = name.unicodeScalars
        guard let first = scalars.first, let last = scalars.last, !first.properties.isWhitespace,
            !last.properties.isWhitespace
        else { return false }
        return scalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: !scalar.properties.isBidiControl
            }
        }
    }
}
