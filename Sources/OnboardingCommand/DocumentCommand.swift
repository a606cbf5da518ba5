import ArgumentParser
import Onboarding
import Operations
import Tenancy

struct DocumentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "document", abstract: "Reads identity documents from files.", subcommands: [Read.self])

    struct Read: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Reads the images of one document as an enrollment would, and keeps nothing.",
            discussion: """
                Prints every value with the source that states it, what was found, and what the standing rules decide. \
                With --json the evidence too, as an enrollment keeps it. The output is the document's data: it is for your \
                eyes and not for a log.
                """)

        @Argument(help: "The sides or pages of one document, in any order.")
        var files: [String]

        @Flag(help: "Judge a sample document as the document that it shows.")
        var acceptSpecimens = false

        @Option(
            help: """
                Write the images with what was found drawn in, as a PNG: MRZs blue, print green, barcodes orange, the portrait \
                magenta, other faces grey.
                """)
        var overlay: String?

        @OptionGroup var output: OutputOptions

        @OptionGroup var data: DataOptions

        func run() async throws {
            if let overlay { try NamedFile.checkWritable(overlay) }
            let configuration = try await data.configuration()
            try ModelCheck.verifyProcessor()
            let run = try DocumentReadRun(
                files: files, acceptsSpecimens: acceptSpecimens, modelFolder: configuration.modelFolder)
            if let overlay { try NamedFile.write(run.overlay(), to: overlay) }
            if output.json { printJSON(try run.reportJSON()) } else { print(run.table) }
        }
    }
}
