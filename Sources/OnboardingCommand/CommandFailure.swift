import ArgumentParser
import Foundation
import OnboardingJSON
import Tenancy

/// What standard error says of an error that a command threw, and with which number the program ends.
struct CommandFailure {
    let status: CommandStatus
    /// One or more lines; empty where standard output has said it all.
    let text: String

    /// - Parameter words: of the command line. Where they ask for JSON, the text is a line of it, too.
    init(_ error: any Error, words: [String]) {
        let misspelt =
            OnboardingProgram.exitCode(for: error) == .validationFailure ? MistypedWord.found(in: words[...]) : nil
        // What Foundation says of a file is for programmers.
        let error = PathTrouble.error(error) ?? error
        let status = CommandStatus(of: error)
        self.status = status
        let message = misspelt?.description ?? OnboardingProgram.message(for: error)
        if message.isEmpty {
            text = ""
        } else if words.contains("--json") {
            text = Self.json(status, message)
        } else {
            text = misspelt.map { "Error: \($0)\n\($0.hint)" } ?? OnboardingProgram.fullMessage(for: error)
        }
    }

    /// `{"error":{"code","exitCode","message"}}`
    private static func json(_ status: CommandStatus, _ message: String) -> String {
        let error: [String: JSONValue] = [
            "code": .string(status.code), "exitCode": .number(Double(status.rawValue)), "message": .string(message),
        ]
        let bytes = (try? sortedKeyJSON(["error": JSONValue.object(error)])) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    func exit() -> Never {
        if !text.isEmpty { StandardError.write(text + "\n") }
        Foundation.exit(status.rawValue)
    }
}

/// A command or an option that there is none of, with the one that may have been meant.
struct MistypedWord: CustomStringConvertible {
    let description: String
    let hint: String

    private init(_ sentence: String, nearest: String?, command path: String) {
        description = sentence + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        hint = "  See '\(path) --help' for more information."
    }

    /// Nil where each word that has to be a command is one, and each option is known or near none.
    static func found(
        in words: ArraySlice<String>, below command: any ParsableCommand.Type = OnboardingProgram.self,
        path: String = OnboardingProgram._commandName
    ) -> MistypedWord? {
        let configuration = command.configuration
        let names = configuration.subcommands.map { name(of: $0) }
        guard !names.isEmpty else { return option(in: words, of: command, path: path) }
        guard let word = words.first, !word.hasPrefix("-"), word != "help" else { return nil }
        if let place = names.firstIndex(of: word) {
            return found(in: words.dropFirst(), below: configuration.subcommands[place], path: "\(path) \(word)")
        }
        if let usual = configuration.defaultSubcommand { return found(in: words, below: usual, path: path) }
        let nearest = NearestWord.of(names, to: word).map { "\(path) \($0)" }
        return MistypedWord("There is no command '\(path) \(word)'.", nearest: nearest, command: path)
    }

    /// The parser names an option that is missing before one that is mistyped.
    private static func option(
        in words: ArraySlice<String>, of command: any ParsableCommand.Type, path: String
    ) -> MistypedWord? {
        let help = OnboardingProgram.helpMessage(for: command, includeHidden: true, columns: 100)
        // `  --from, --since <from>  What it is for`
        let entries = help.split(separator: "\n").filter { $0.hasPrefix("  -") }.map {
            $0.dropFirst(2).prefix { $0 != "<" }
        }
        let known = Set(entries.flatMap { $0.matches(of: /--[a-z0-9-]+/).map { String($0.output) } })
        for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
            let typed = String(word.prefix { $0 != "=" })
            guard !known.contains(typed), let nearest = NearestWord.of(known, to: typed) else { continue }
            return MistypedWord("There is no option '\(typed)'.", nearest: nearest, command: path)
        }
        return nil
    }

    private static func name(of command: any ParsableCommand.Type) -> String { command._commandName }
}
